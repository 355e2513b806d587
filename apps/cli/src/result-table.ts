import type { Comparison, GoalResult, RunSummary, SloResult } from '@proofload/contracts';
import { formatAmount, formatInterval, formatQuantity, formatRatio } from '@proofload/domain';

type Cell = Comparison['measurements'][number]['cells'][number];

/** The measurements of each treatment, side by side: value, n, and the ratio to the baseline with its interval. */
export function renderComparison(comparison: Comparison): string[] {
  const header = ['measurement', ...comparison.groups.map((group) => group.key || 'all runs')];
  const rows = comparison.measurements.map((measurement) => [
    measurement.name,
    ...comparison.groups.map((group) => {
      const cell = measurement.cells.find((each) => each.group === group.key);
      return cell ? renderCell(cell, measurement.unit) : 'no data';
    }),
  ]);
  const mixed = comparison.measurements.flatMap(({ name, mixed: marks = [] }) =>
    marks.map(({ message }) => `Note on ${name}: ${message}`),
  );
  return rows.length === 0 ? [] : [...alignColumns([header, ...rows]), ...mixed];
}

function renderCell(cell: Cell, unit: string | null): string {
  const value = `${sayValue({ value: cell.mean, amount: cell.amount, unit })}, n=${cell.n}`;
  if (cell.difference === 'baseline' || cell.ratio === null) return value;
  const interval = formatInterval(cell.low, cell.high);
  return `${value}, ${formatRatio(cell.ratio)}${interval === '' ? '' : ` ${interval}`}`;
}

/** A range or a bound stays what it is. */
const sayValue = ({ value, amount, unit }: Pick<SloResult, 'value' | 'amount' | 'unit'>): string =>
  value === null ? formatAmount(amount ?? null, unit) : formatQuantity(value, unit);

/** The measurements of one run. */
export function renderMeasurements(run: Pick<RunSummary, 'measurements'>): string[] {
  const rows = Object.entries(run.measurements).map(([name, { note, ...measured }]) => [
    name,
    `${sayValue(measured)}${measured.value === null && note ? ` (${note})` : ''}`,
  ]);
  return rows.length === 0 ? [] : alignColumns([['measurement', 'value'], ...rows]);
}

/** A line for each objective: in how many runs it was met, and the worst value where it was not. */
export function renderSlos(runs: readonly { slos: readonly SloResult[] }[]): string[] {
  const byName = new Map<string, SloResult[]>();
  for (const slo of runs.flatMap((run) => run.slos))
    byName.set(slo.name, [...(byName.get(slo.name) ?? []), slo]);
  return [...byName].map(([name, results]) => {
    const met = results.filter((slo) => slo.met === true).length;
    const missed = results.filter((slo) => slo.met === false);
    const open = results.length - met - missed.length;
    const values = missed.map(sayValue).join(', ');
    return [
      `SLO ${name} (${results[0]?.objective ?? ''}): met in ${met} of ${results.length}`,
      ...(missed.length > 0 ? [`not met with ${values}`] : []),
      ...(open > 0 ? [`could not be evaluated in ${open}`] : []),
    ].join(', ');
  });
}

/** A line for each goal: whether some treatment meets it, and how far the best one came. */
export function renderGoals(goals: readonly GoalResult[]): string[] {
  return goals.map(({ measurement, target, met, best, note }) => {
    const state = met === null ? 'could not be evaluated' : met ? 'met' : 'not met';
    const reached = best
      ? `; ${best.treatment} reached ${formatRatio(best.ratio)} ${formatInterval(best.low, best.high)}`.trimEnd()
      : '';
    const n = best ? `, n=${best.n} against ${best.baselineN}` : '';
    return `Goal ${measurement} ${target}: ${state}${reached}${n}${best === null && note ? ` (${note})` : ''}`;
  });
}

/** Rows with each column as wide as its widest cell. */
export function alignColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
