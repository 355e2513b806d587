import type { Comparison } from '@proofload/contracts';
import { type Better, formatChange, formatQuantity } from '@proofload/domain';
import { sayRatio, sayReplicates } from './compare-values.ts';

type Parts = Pick<Comparison, 'baseline' | 'groups' | 'measurements' | 'goals' | 'slos' | 'by'> & {
  names: ReadonlyMap<string, string>;
};
type ComparedMeasurement = Comparison['measurements'][number];
type Cell = ComparedMeasurement['cells'][number];

const maxSaid = 3;

/**
 * The comparison in a sentence, about the group that is best at the first measurement that has a direction:
 * `workers=4 against workers=1: throughput 3.9x [3.7, 4.1], n=3; p95 -42 %; SLOs met in 3 of 3 runs`.
 */
export function summariseComparison(parts: Parts): string {
  const { groups, baseline } = parts;
  const completed = groups.reduce((total, { n }) => total + n, 0);
  if (completed === 0)
    return groups.length === 0
      ? 'There are no runs to compare'
      : 'No run has completed, so there is nothing to compare';
  const order = orderMeasurements(parts);
  const group = chooseGroup(order, parts);
  const name = (key: string) => parts.names.get(key) ?? key;
  if (group === null || baseline === null) {
    const only = groups.find(({ n }) => n > 0)?.key ?? '';
    const said = order.flatMap(({ name: measurement, unit, cells }) => {
      const mean = cells.find((cell) => cell.group === only)?.mean ?? null;
      return mean === null ? [] : [`${measurement} ${formatQuantity(mean, unit)}`];
    });
    const n = groups.find(({ key }) => key === only)?.n ?? 0;
    return `${name(only)}: ${[...said.slice(0, maxSaid), `n=${n}`].join(', ')}; there is nothing to compare it with`;
  }
  const baselineN = groups.find(({ key }) => key === baseline)?.n ?? 0;
  const cells = order.flatMap((measurement) => {
    const cell = measurement.cells.find((candidate) => candidate.group === group);
    return cell === undefined || cell.difference === 'no-data' ? [] : [{ measurement, cell }];
  });
  const said = cells
    .slice(0, maxSaid)
    .map(({ measurement, cell }, index) => sayCell(measurement, cell, baselineN, index === 0));
  const objectives = sayObjectives(parts, group);
  return `${name(group)} against ${name(baseline)}: ${[...said, ...(objectives === null ? [] : [objectives])].join('; ')}`;
}

/** Goals first, then what has a direction, then the rest. */
function orderMeasurements({ measurements, goals }: Parts): ComparedMeasurement[] {
  const rank = ({ name, better }: { name: string; better: Better }) =>
    goals.some(({ measurement }) => measurement === name) ? 0 : better === 'none' ? 2 : 1;
  return [...measurements].sort((a, b) => rank(a) - rank(b));
}

function chooseGroup(order: readonly ComparedMeasurement[], { baseline, goals }: Parts): string | null {
  const best = goals[0]?.best?.treatment;
  for (const { better, cells } of order) {
    const candidates = cells.filter((cell) => cell.group !== baseline && cell.difference !== 'no-data');
    const atGoal = candidates.find(({ group }) => group === best);
    if (atGoal) return atGoal.group;
    const sign = better === 'lower' ? -1 : 1;
    const [first, ...others] = candidates;
    if (first)
      return others.reduce((a, b) => (sign * (b.mean ?? 0) > sign * (a.mean ?? 0) ? b : a), first).group;
  }
  return null;
}

function sayCell({ name }: ComparedMeasurement, cell: Cell, baselineN: number, isFirst: boolean): string {
  if (cell.difference === 'not-assessable' || cell.ratio === null) return `${name}: ${cell.sentence}`;
  const remark = sayRemark(cell);
  const n = isFirst ? `, ${sayReplicates(cell.n, baselineN)}` : '';
  const said = isFirst ? sayRatio(cell.ratio, cell.low, cell.high) : formatChange(cell.ratio);
  return `${name} ${said}${n}${remark}`;
}

function sayRemark({ difference, effect }: Cell): string {
  if (difference === 'no-difference') return ' (no difference shown)';
  if (difference === 'no-relevant-difference') return ' (no relevant difference)';
  return difference === 'confounded' ? ` (verdict withheld: ${effect?.confounders.join(', ')})` : '';
}

function sayObjectives({ slos, groups }: Parts, key: string): string | null {
  const group = groups.find((candidate) => candidate.key === key);
  const unfinished = new Set(group?.excluded.flatMap(({ run, outcome }) => (outcome === null ? [run] : [])));
  const runs = group?.runs.filter((run) => !unfinished.has(run)) ?? [];
  const results = slos.flatMap(({ cells }) =>
    cells.filter(({ run, result }) => runs.includes(run) && result !== null),
  );
  if (results.length === 0) return null;
  // A run that failed before it could be judged has not met its objectives.
  const met = runs.filter((run) => {
    const own = results.filter((cell) => cell.run === run);
    return own.length > 0 && own.every(({ result }) => result?.met === true);
  });
  return `${slos.length === 1 ? 'SLO' : 'SLOs'} met in ${met.length} of ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`;
}
