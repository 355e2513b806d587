import { describe, expect, it } from 'vitest';
import { type SeriesKind, seriesKinds } from './kinds.ts';
import { mergeTotals } from './merge-totals.ts';
import { Rollup } from './rollup.ts';

const start = 1_795_240_602_000;

function rollUp(samples: readonly (readonly [kind: SeriesKind, timeMs: number, value: number])[]): Rollup {
  const rollup = new Rollup({ maxSeries: 100, maxOpenPoints: 1e6, chunkPoints: 1e6, gaugeResolutionMs: 0 });
  for (const [kind, timeMs, value] of samples) {
    rollup.add(
      rollup.series({ metric: `m_${kind}`, kind, unit: 's', labels: { größe: '"ß"\n' } }),
      timeMs,
      value,
    );
  }
  return rollup;
}

const everyKind = seriesKinds.flatMap((kind) =>
  [1, 0, 2.5].map((value, index) => [kind, start + index * 700, value] as const),
);

describe('mergeTotals', () => {
  it('gives the totals of one roll-up over everything, in whichever order the parts come', () => {
    const [early, late] = [
      everyKind.slice(),
      everyKind.map(([kind, time, value]) => [kind, time + 5000, value + 1] as const),
    ];
    const whole = rollUp([...early, ...late]).entries;
    const [first, second] = [rollUp(early).entries, rollUp(late).entries];
    for (const [index, { totals }] of whole.entries()) {
      const [a, b] = [first[index]?.totals, second[index]?.totals];
      if (!a || !b) throw new Error('A part has other series than the whole');
      for (const merged of [mergeTotals(a, b), mergeTotals(b, a)]) {
        const { sketch, ...figures } = merged;
        const { sketch: wholeSketch, ...wholeFigures } = totals;
        expect(figures).toEqual(wholeFigures);
        expect(sketch?.quantile(0.9)).toBe(wholeSketch?.quantile(0.9));
      }
    }
  });
});
