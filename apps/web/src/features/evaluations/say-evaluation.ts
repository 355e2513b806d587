import type { EvaluationJob, EvaluationOffer, RunEvaluation } from '@proofload/contracts';

/** Why an evaluation was made. */
export const reasonWords: Record<RunEvaluation['reason'], string> = {
  finished: 'when the run was finished',
  version: 'with another version',
  windows: 'with other windows',
  phases: 'with other phases',
};

/** `1 run`, `3 runs`. */
export const sayRuns = (count: number): string => `${count} ${count === 1 ? 'run' : 'runs'}`;

/** How a job ended, part by part: `4 runs have new results, 1 run keeps its old ones`. */
export function sayOutcome({ counts }: Pick<EvaluationJob, 'counts'>): string {
  const parts: [count: number, one: string, many: string][] = [
    [counts.evaluated, 'has new results', 'have new results'],
    [counts.unchanged, 'had these results already', 'had these results already'],
    [counts.kept, 'keeps its old results', 'keep their old results'],
    [counts.failed, 'could not be evaluated', 'could not be evaluated'],
    [counts.superseded, 'was left out', 'were left out'],
  ];
  const said = parts.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${sayRuns(count)} ${count === 1 ? one : many}`],
  );
  return said.length === 0 ? 'There was no run to evaluate' : said.join(', ');
}

type Change = EvaluationOffer['from'][number]['changes'][number];

const kindWords: Record<Change['kind'], string> = {
  window: 'window',
  measurement: 'measurement',
  slo: 'SLO',
  goal: 'goal',
};

/** `window steady changed; measurement p95 added`. */
export const sayChanges = (changes: readonly Change[]): string =>
  changes.map(({ kind, name, change }) => `${kindWords[kind]} ${name} ${change}`).join('; ');
