import type { EvaluationJob } from '@proofload/contracts';

const words: readonly (readonly [keyof EvaluationJob['counts'], string])[] = [
  ['evaluated', 'with new results'],
  ['unchanged', 'had these results already'],
  ['kept', 'keep their old results'],
  ['failed', 'could not be evaluated'],
  ['superseded', 'left out'],
  ['pending', 'still to do'],
];

/** What became of the evaluation of stored runs, a line for each kind of end, and why runs kept what they had. */
export function renderEvaluation({ experiment, version, status, counts, notes }: EvaluationJob): string[] {
  const shown = words.flatMap(([state, said]) => (counts[state] === 0 ? [] : [`  ${counts[state]} ${said}`]));
  return [
    `${experiment} version ${version}: ${status}, ${counts.total} ${counts.total === 1 ? 'run' : 'runs'}`,
    ...shown,
    ...notes.map(({ run, note }) => `${run}: ${note}`),
  ];
}
