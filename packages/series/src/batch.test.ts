import { describe, expect, it } from 'vitest';
import { decodeBatch, encodeBatch, mergeTotals } from './batch.ts';
import { DecodeError } from './bytes.ts';
import { type SeriesKind, seriesKinds } from './kinds.ts';
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

describe('encodeBatch', () => {
  it('keeps identity, totals and points of every kind', () => {
    const rollup = rollUp(everyKind);
    const expected = rollup.entries.map(({ identity, totals, points }) => ({ identity, totals, points }));
    const decoded = decodeBatch(encodeBatch(rollup));
    expect(decoded.map(({ identity, points }) => ({ identity, points }))).toEqual(
      expected.map(({ identity, points }) => ({ identity, points })),
    );
    for (const [index, { totals }] of decoded.entries()) {
      const { sketch, ...figures } = totals;
      const { sketch: expectedSketch, ...expectedFigures } = expected[index]?.totals ?? totals;
      expect(figures).toEqual(expectedFigures);
      expect(sketch?.quantile(0.5)).toBe(expectedSketch?.quantile(0.5));
    }
  });

  it('keeps totals of a series that has no finite value', () => {
    const [series] = decodeBatch(encodeBatch(rollUp([['gauge', start, Number.NaN]])));
    expect(series).toMatchObject({
      totals: { count: 1, sum: 0, min: Infinity, max: -Infinity },
      points: { values: [NaN] },
    });
  });

  it('is refused when it was cut short', () => {
    const bytes = encodeBatch(rollUp(everyKind));
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeBatch(bytes.subarray(0, length)), `${length} bytes`).toThrow(DecodeError);
    }
  });
});

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
