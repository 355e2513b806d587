import type { Comparison, SloResult } from '@proofload/contracts';
import { formatAmount, formatDurationMs, formatQuantity } from '@proofload/domain';
import type { ChartTable } from './chart-model.ts';

export type SloState = 'met' | 'missed' | 'unknown' | 'absent';

export interface SloCell {
  run: string;
  state: SloState;
  /** The value as it is shown; `no data`, or `–` where the run has no such objective. */
  text: string;
  /** Everything there is to say, for the tooltip and for those who do not see the colour. */
  detail: string;
}

export interface SloMatrix {
  columns: readonly { run: string; label: string; group: string }[];
  rows: readonly {
    name: string;
    objective: string;
    met: number;
    judged: number;
    cells: readonly SloCell[];
  }[];
}

/** Objectives by runs: whether each held, with its number, and for how long it did not. */
export function buildSloMatrix(comparison: Pick<Comparison, 'slos' | 'runs' | 'measurements'>): SloMatrix {
  return {
    columns: comparison.runs.map(({ id, name, group, replicate }) => ({
      run: id,
      group,
      label: replicate === null ? name : `#${replicate}`,
    })),
    rows: comparison.slos.map(({ name, objective, unit, cells }) => {
      const shown = comparison.runs.map(({ id }) =>
        toCell(comparison, id, cells.find(({ run }) => run === id)?.result ?? null, unit),
      );
      return {
        name,
        objective,
        met: shown.filter(({ state }) => state === 'met').length,
        judged: shown.filter(({ state }) => state === 'met' || state === 'missed').length,
        cells: shown,
      };
    }),
  };
}

/** The value that an objective was held against: a range or a bound stays what it is. */
export function sayObjectiveValue(
  { measurements }: Pick<Comparison, 'measurements'>,
  run: string,
  { measurement, value, amount, unit }: Pick<SloResult, 'measurement' | 'value' | 'amount' | 'unit'>,
): string {
  if (value !== null) return formatQuantity(value, unit);
  // Results of before do not hold the amount, but what they were held against does.
  const cells = measurements.find(({ name }) => name === measurement)?.cells ?? [];
  const known = amount ?? cells.flatMap(({ amounts = [] }) => amounts).find((one) => one.run === run)?.amount;
  return formatAmount(known ?? null, unit);
}

function toCell(
  comparison: Pick<Comparison, 'measurements'>,
  run: string,
  result: SloResult | null,
  unit: string | null,
): SloCell {
  if (result === null) return { run, state: 'absent', text: '–', detail: 'the run has no such objective' };
  const text = sayObjectiveValue(comparison, run, { ...result, unit: result.unit ?? unit });
  if (result.met === null)
    return { run, state: 'unknown', text, detail: result.note ?? 'could not be judged' };
  const breachedMs = result.breaches.reduce(
    (total, { from, to }) => total + Date.parse(to) - Date.parse(from),
    0,
  );
  const count = result.breaches.length;
  const during =
    count === 0
      ? ''
      : `, breached for ${formatDurationMs(breachedMs)} in ${count} ${count === 1 ? 'interval' : 'intervals'}`;
  const detail = `${result.met ? 'met' : 'missed'}: ${text} against ${result.objective}${during}${result.note ? `; ${result.note}` : ''}`;
  return { run, state: result.met ? 'met' : 'missed', text, detail };
}

/** The matrix in rows, one an objective and run. */
export function sloMatrixTable({ columns, rows }: SloMatrix): ChartTable {
  return {
    columns: ['Objective', 'Limit', 'Treatment', 'Run', 'State', 'Value', 'Detail'].map((name) => ({
      name,
      unit: null,
    })),
    rows: rows.flatMap(({ name, objective, cells }) =>
      cells.map(({ run, state, text, detail }) => [
        name,
        objective,
        columns.find((column) => column.run === run)?.group ?? '',
        run,
        state,
        text,
        detail,
      ]),
    ),
  };
}
