import { createRandom } from '@proofload/domain';
import { expect, it } from 'vitest';
import { DecodeError } from './bytes.ts';
import { decodeSampleColumns, encodeSampleColumns, type SampleColumns } from './sample-columns.ts';
import { Sketch } from './sketch.ts';

const samples: SampleColumns = {
  series: Float64Array.of(40_000, 40_001, 40_003, 40_000, 40_000),
  times: Float64Array.of(1_795_240_602_000, 1_795_240_602_000, 1_795_240_602_001, -5, 2 ** 50),
  values: Float64Array.of(1, -0, Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2),
  sketches: [
    { series: 40_002, timeMs: 1_795_240_602_000, sketch: sketchOf(1, 2, 2.5) },
    { series: 40_001, timeMs: 5, sketch: sketchOf(0, -3) },
  ],
  counted: [{ series: 40_004, timeMs: 7, sketch: sketchOf() }],
};

function sketchOf(...values: readonly number[]): Sketch {
  const sketch = new Sketch();
  for (const value of values) sketch.add(value);
  sketch.bins();
  return sketch;
}

it('gives back what it was given, bit by bit', () => {
  expect(decodeSampleColumns(encodeSampleColumns(samples))).toEqual(samples);
  const none = new Float64Array();
  const nothing = { series: none, times: none, values: none, sketches: [], counted: [] };
  expect(decodeSampleColumns(encodeSampleColumns(nothing))).toEqual(nothing);
});

it('takes about ten bytes for a sample of a scrape before compression', () => {
  const length = 2_000;
  const scrape = {
    series: Array.from({ length }, (_, index) => index),
    times: new Array<number>(length).fill(1_795_240_602_000),
    values: Array.from({ length }, Math.sqrt),
    sketches: [],
    counted: [],
  };
  expect(encodeSampleColumns(scrape).length / length).toBeLessThan(10.1);
});

it('refuses damaged bytes, or reads as many samples of each column', () => {
  const random = createRandom(7);
  const whole = encodeSampleColumns(samples);
  let refused = 0;
  for (let round = 0; round < 3_000; round++) {
    const damaged = whole.slice(0, random() < 0.3 ? Math.floor(random() * whole.length) : whole.length);
    if (damaged.length > 0) damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
    try {
      const { series, times, values } = decodeSampleColumns(damaged);
      expect([times.length, values.length]).toEqual([series.length, series.length]);
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(1_000);
});
