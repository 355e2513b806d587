import { expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildPercentileProfile } from './percentile-profile.ts';
import { styleAt } from './treatment-style.ts';

const values = (p50: number, p999: number | null = p50 * 10) => ({
  p50,
  p90: p50 * 2,
  p95: p50 * 3,
  p99: p50 * 5,
  'p99.9': p999,
});

function profile(runs: { label: string; values: ReturnType<typeof values> }[], isLog = false) {
  const groups = [{ label: 'workers=2', style: styleAt(0), isBaseline: false, runs }];
  return buildPercentileProfile({ title: 'Latency', valueName: 'latency', unit: 'ms', groups, isLog });
}

it('takes the median run of every percentile and averages none', () => {
  const runs = [10, 20, 90].map((p50, index) => ({ label: `replicate ${index}`, values: values(p50) }));
  expect(profile(runs).table.rows.at(-1)).toEqual(['workers=2', 'median of 3', 20, 40, 60, 100, 200]);
});

it('keeps what is not known apart from zero', () => {
  const model = profile([{ label: 'one', values: values(10, null) }]);
  expect(model.table.rows[0]?.at(-1)).toBeNull();
  expect(model.description).not.toContain('p99.9');
});

it.each([false, true])('names the percentiles and the unit (log: %s)', (isLog) => {
  const { texts } = draw(profile([{ label: 'one', values: values(10) }], isLog));
  expect(texts).toEqual(expect.arrayContaining(['p50', 'p90', 'p99', 'p99.9', 'latency (ms)']));
});

it('is empty without runs', () => expect(profile([]).isEmpty).toBe(true));
