import type { Comparison, GoalResult } from '@proofload/contracts';
import { formatInterval, formatQuantity, formatRatio, parseTarget } from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { type GoalBar, type GoalLine, goalBarsOption } from './goal-bars-option.ts';
import type { TreatmentStyle } from './treatment-style.ts';

type ComparedMeasurement = Comparison['measurements'][number];

export interface GoalBarsInput {
  measurement: ComparedMeasurement;
  baseline: string | null;
  goals: readonly GoalResult[];
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
}

/** One measurement of every treatment as a multiple of the baseline, with intervals, and the goals as lines. */
export function buildGoalBars({ measurement, baseline, goals, styles, labels }: GoalBarsInput): ChartModel {
  const { name, unit, cells } = measurement;
  const bars = cells.flatMap((cell): GoalBar[] => {
    const style = styles.get(cell.group);
    if (!style) return [];
    const { group, ratio, low, high, n, mean } = cell;
    const isBaseline = group === baseline;
    return [
      {
        label: labels.get(group) ?? group,
        style,
        isBaseline,
        ratio,
        low,
        high,
        n,
        said: sayBar(cell, isBaseline),
        mean: formatQuantity(mean, unit),
      },
    ];
  });
  const lines = goals.flatMap(({ measurement: about, target }): GoalLine[] => {
    const parsed = about === name ? parseTarget(target) : null;
    return parsed ? [{ label: `goal ${target}`, ratio: parsed.ratio }] : [];
  });
  const title = `${name} as a multiple of the baseline`;
  return {
    title,
    description: `${title}: ${bars.map(({ label, said }) => `${label} ${said}`).join(', ')}${lines.map(({ label }) => `; ${label}`).join('')}.`,
    table: {
      columns: [
        { name: 'Treatment', unit: null },
        { name: 'Mean', unit },
        { name: 'Ratio', unit: 'x' },
        { name: 'Low', unit: 'x' },
        { name: 'High', unit: 'x' },
        { name: 'n', unit: null },
      ],
      rows: cells.map(({ group, mean, ratio, low, high, n }) => [
        labels.get(group) ?? group,
        mean,
        ratio,
        low,
        high,
        n,
      ]),
    },
    legend: [],
    notes: [],
    isEmpty: bars.every(({ ratio }) => ratio === null),
    height: bars.length * 40 + 80,
    time: null,
    buildOption: (look) => goalBarsOption(look, { name, bars, lines }),
  };
}

function sayBar({ ratio, low, high, n }: ComparedMeasurement['cells'][number], isBaseline: boolean): string {
  if (n === 0) return 'no data';
  if (isBaseline) return `1x, n=${n}`;
  if (ratio === null) return `no ratio to zero, n=${n}`;
  const certainty = low === null ? 'interval not assessable' : formatInterval(low, high);
  return `${formatRatio(ratio)} ${certainty}, n=${n}`;
}
