import { type CurvePoint, describeCurve, type Knee } from '@proofload/analysis';
import type { Comparison } from '@proofload/contracts';
import { createRandom, formatInterval, formatQuantity, formatRatio } from '@proofload/domain';

/** Latency of each run in milliseconds, by the id of the run. */
export type Latencies = ReadonlyMap<string, number | null>;

type Cell = Comparison['measurements'][number]['cells'][number];

/** A line for each treatment: how long its Jobs took, against the baseline, and what the API server did meanwhile. */
export function renderResults(comparison: Comparison, latencies: Latencies): string[] {
  const header = ['treatment', 'n', 'completion', 'ratio', 'API requests', 'latency p99'];
  const rows = comparison.groups.map(({ key, n, runs }) => [
    key,
    String(n),
    sayCell(cellOf(comparison, 'completion', key), 's'),
    sayRatio(cellOf(comparison, 'completion', key)),
    sayCell(cellOf(comparison, 'api_request_rate', key), 'requests/s'),
    sayRange(runs.flatMap((id) => latencies.get(id) ?? [])),
  ]);
  return align([header, ...rows]);
}

/** What each step brings in time to completion, and where it stops to fall. */
export function renderCurve(comparison: Comparison): string[] {
  const levels = comparison.groups.map(({ key, excluded }) => ({
    name: key,
    amount: null,
    values: cellOf(comparison, 'completion', key)?.values.map(({ value }) => value) ?? [],
    unfinished: excluded.map(({ reason }) => reason),
  }));
  // The same seed, so that the same runs give the same knee.
  const { points, knee } = describeCurve(levels, { better: 'lower', random: createRandom(1) });
  return [...points.flatMap(saySteps), sayKnee(knee, levels[0]?.name)];
}

function saySteps({ name, step }: CurvePoint): string[] {
  if (step === null) return [];
  const change = Math.round(step.change * 100);
  const said = change === 0 ? 'no change' : `${change > 0 ? '+' : '-'}${Math.abs(change)} %`;
  return [`from ${step.from} to ${name}: ${said}`];
}

function sayKnee({ kind, level, plateau, range, tolerance }: Knee, first: string | undefined): string {
  const within = `within ${Math.round(tolerance * 100)} % of the best`;
  const doubt = range === null ? ', not assessable at n=1' : `, 95 %: ${range.from} to ${range.to}`;
  switch (kind) {
    case 'knee':
      return `Knee: ${level}; from there on all are ${within}${doubt}`;
    case 'peak':
      if (level === first)
        return `No knee: the first level is ${within}, and further ones do not help${doubt}`;
      return `Knee: ${level}; up to ${plateau?.to} all are ${within}, and worse again after that${doubt}`;
    case 'flat':
      return `No knee: the first level is ${within} already${doubt}`;
    case 'open':
      return 'No knee: only the last level is the best, so more might be better still';
    case 'none':
      return 'No knee: that takes three levels with values';
  }
}

const cellOf = (comparison: Comparison, measurement: string, group: string): Cell | undefined =>
  comparison.measurements
    .find(({ name }) => name === measurement)
    ?.cells.find((cell) => cell.group === group);

function sayCell(cell: Cell | undefined, unit: string): string {
  if (cell === undefined || cell.mean === null) return 'no data';
  const { mean, min, max } = cell;
  const isOne = min === null || max === null || min === max;
  return `${formatQuantity(mean, unit)}${isOne ? '' : ` (${formatQuantity(min, null)} to ${formatQuantity(max, null)})`}`;
}

function sayRatio(cell: Cell | undefined): string {
  if (cell?.difference === 'baseline') return 'baseline';
  if (cell === undefined || cell.ratio === null) return 'no data';
  return `${formatRatio(cell.ratio)} ${formatInterval(cell.low, cell.high)}`.trimEnd();
}

/** Percentiles of several runs stand beside one another; there is no mean of them. */
function sayRange(values: readonly number[]): string {
  if (values.length === 0) return 'no data';
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  if (least === greatest) return formatQuantity(least, 'ms');
  return `${formatQuantity(least, 'ms')} to ${formatQuantity(greatest, 'ms')}`;
}

function align(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
