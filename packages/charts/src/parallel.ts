import { formatAmount, scaleQuantity } from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { type AxisFilter, isKept, type ParallelAxis, type ParallelData } from './parallel-data.ts';
import { type DrawnAxis, parallelOption } from './parallel-option.ts';
import type { TreatmentStyle } from './treatment-style.ts';

export interface ParallelInput extends ParallelData {
  filters: readonly AxisFilter[];
  baseline: string | null;
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
}

export const parallelHeight = 400;

/** Every run or group as a line across all axes; those outside of the stretches that are chosen are faint. */
export function buildParallel({ axes, lines, filters, baseline, styles, labels }: ParallelInput): ChartModel {
  const kept = new Set(lines.filter((line) => isKept(line, filters)).map(({ key }) => key));
  const groups = [...new Set(lines.map(({ group }) => group))].flatMap((key) => {
    const style = styles.get(key);
    const own = lines.filter(({ group }) => group === key);
    return style ? [{ label: labels.get(key) ?? key, key, style, lines: own }] : [];
  });
  const drawn = axes.map(toDrawnAxis);
  const title = 'Factors and measurements side by side';
  return {
    title,
    description: `${title}: ${lines.length} lines over ${axes.map(({ name }) => name).join(', ')}. ${sayKept(kept.size, lines.length, filters)}.`,
    table: {
      columns: [
        { name: 'Line', unit: null },
        { name: 'Kept', unit: null },
        ...axes.map(({ name }) => ({ name, unit: null })),
      ],
      rows: lines.map((line) => [
        line.label,
        kept.has(line.key) ? 'yes' : 'no',
        ...axes.map((axis) => sayValue(axis, line)),
      ]),
    },
    legend: groups.map(({ label, key, style }) => ({
      name: label,
      style,
      isBaseline: key === baseline,
      last: null,
      lastValue: null,
    })),
    notes: [
      sayKept(kept.size, lines.length, filters),
      ...(lines.some(({ values }) => [...values.values()].some(({ kind }) => kind !== 'exact'))
        ? ['A bar on an axis is a range, an arrow a value beyond its bound']
        : []),
    ],
    isEmpty: axes.length < 2 || lines.length === 0,
    height: parallelHeight,
    time: null,
    buildOption: (look) =>
      parallelOption(look, {
        axes: drawn,
        groups,
        kept,
        say: (line) => axes.map((axis) => [axis.name, sayValue(axis, line)]),
      }),
  };
}

function toDrawnAxis(axis: ParallelAxis): DrawnAxis {
  const { unit, factor } = scaleQuantity(Math.max(Math.abs(axis.low), Math.abs(axis.high)), axis.unit);
  return { ...axis, shownUnit: unit, factor };
}

function sayKept(kept: number, all: number, filters: readonly AxisFilter[]): string {
  if (filters.length === 0) return `All ${all} lines are kept`;
  return `${kept} of ${all} lines are kept by ${filters.length === 1 ? 'one stretch' : `${filters.length} stretches`}`;
}

function sayValue(axis: ParallelAxis, { values }: ParallelData['lines'][number]): string {
  const amount = values.get(axis.name);
  if (!amount) return 'no data';
  if (axis.levels && amount.kind === 'exact') return axis.levels[amount.value] ?? 'no data';
  return formatAmount(amount, axis.unit);
}
