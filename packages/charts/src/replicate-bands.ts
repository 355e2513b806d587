import { mean, meanInterval, median } from '@proofload/stats';
import { type Line, stepValues } from './median-line.ts';
import type { Extremes, TimeSeriesGroup } from './time-series-input.ts';

/** `range`: from the least to the greatest replicate about their median; `interval`: that of their mean, about it. */
export const bandKinds = ['range', 'interval'] as const;
export type BandKind = (typeof bandKinds)[number];

/** A group with its replicates as one line in a band, step by step; one of a single replicate stays as it is. */
export function withBand<G extends TimeSeriesGroup>(group: G, stepMs: number, kind: BandKind): G {
  const { lines } = group;
  if (lines.length < 2) return group;
  const steps = stepValues(lines, stepMs);
  const times = steps.map(([time]) => time);
  const at = (read: (values: number[]) => number | null): (number | null)[] =>
    steps.map(([, values]) => (values === null ? null : read(values)));
  const [line, extremes]: [Line, Extremes] =
    kind === 'range'
      ? [
          { times, values: at(median) },
          { least: at((values) => Math.min(...values)), greatest: at((values) => Math.max(...values)) },
        ]
      : [
          { times, values: at(mean) },
          {
            names: ['low end of the 95 % interval', 'high end of the 95 % interval'],
            least: at((values) => meanInterval(values)?.low ?? null),
            greatest: at((values) => meanInterval(values)?.high ?? null),
          },
        ];
  const stands = `${kind === 'range' ? 'median' : 'mean'} of ${lines.length}`;
  return { ...group, lines: [{ ...line, label: stands }], extremes, stands };
}
