import type { DraftEvaluation, DraftRun, ExpressionResult } from '@proofload/contracts';
import { formatInterval } from '@proofload/domain';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Fact } from '@/components/ui/facts';

const maxShown = 12;

/** Where a number comes from: expression, runs, n, definitions, and what was left out. */
export function explainResult(
  expression: string,
  result: ExpressionResult,
  { runs }: Pick<DraftEvaluation, 'runs'>,
  isLinked: boolean,
): Fact[] {
  const { problem, interval, replicates, n, leftOut, sources, notes } = result;
  const byId = new Map(runs.map((run) => [run.id, run]));
  const used = result.runs.flatMap((id) => byId.get(id) ?? []);
  return [
    ...(problem === null ? [] : [{ name: 'Problem', value: problem.message }]),
    { name: 'Expression', value: <code className="font-mono break-words">{expression}</code> },
    ...(sources.length === 0 ? [] : [{ name: 'Measured as', value: lines(sources) }]),
    ...(interval === null
      ? []
      : [{ name: '95 % interval', value: formatInterval(interval.low, interval.high) }]),
    ...(n === 0 ? [] : [{ name: 'n', value: sayN(n, replicates) }]),
    ...(used.length === 0 ? [] : [{ name: 'Runs', value: runList(used, n, isLinked) }]),
    ...(used.length === 0 ? [] : [{ name: 'Definition', value: sayVersions(used) }]),
    ...(leftOut.length === 0 ? [] : [{ name: 'Left out', value: lines(leftOut.map(sayLeftOut)) }]),
    ...(notes.length === 0 ? [] : [{ name: 'Note', value: lines(notes) }]),
  ];
}

function lines(texts: readonly string[]): ReactNode {
  const shown = texts.slice(0, maxShown);
  return (
    <>
      {shown.map((text) => (
        <span key={text} className="block">
          {text}
        </span>
      ))}
      {texts.length > shown.length && <span className="block">and {texts.length - shown.length} more</span>}
    </>
  );
}

const sayLeftOut = ({ run, reason }: ExpressionResult['leftOut'][number]): string => `${run}: ${reason}`;

function sayN(n: number, replicates: string): string {
  const runs = `${n} ${n === 1 ? 'run' : 'runs'}`;
  return replicates.includes('against') ? `${runs} (${replicates})` : runs;
}

function runList(runs: readonly DraftRun[], n: number, isLinked: boolean): ReactNode {
  return (
    <>
      {runs.slice(0, maxShown).map(({ id, treatment }) => (
        <span key={id} className="block">
          {isLinked ? (
            <Link href={`/runs/${id}`} className="font-mono text-accent hover:underline">
              {id}
            </Link>
          ) : (
            <code className="font-mono">{id}</code>
          )}{' '}
          {treatment}
        </span>
      ))}
      {n > maxShown && <span className="block">and {n - Math.min(maxShown, runs.length)} more</span>}
    </>
  );
}

function sayVersions(runs: readonly DraftRun[]): string {
  const versions = new Map<string, Set<number>>();
  for (const { experiment, definitionVersion } of runs) {
    if (experiment === null || definitionVersion === null) continue;
    versions.set(experiment, (versions.get(experiment) ?? new Set()).add(definitionVersion));
  }
  if (versions.size === 0) return 'none';
  return [...versions]
    .map(([name, own]) => `${name} version ${[...own].sort((a, b) => a - b).join(', ')}`)
    .join('; ');
}
