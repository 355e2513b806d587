import { expect, it } from 'vitest';
import { cell, comparison } from './fixtures/comparison.ts';
import { draw } from './fixtures/draw.ts';
import { buildGoalBars } from './goal-bars.ts';
import { styleTreatments } from './treatment-style.ts';

const { measurements, goals, baseline, groups } = comparison();
const keys = groups.map(({ key }) => key);
const look = { styles: styleTreatments(keys, baseline), labels: new Map(keys.map((key) => [key, key])) };

it('draws the multiple of each treatment with its interval, and the goal', () => {
  const model = buildGoalBars({ measurement: measurements[0]!, baseline, goals, ...look });
  const { texts } = draw(model);
  expect(texts).toEqual(
    expect.arrayContaining(['3.6x [3.4, 3.8], n=3', '1x, n=3', 'goal >= 3x', 'workers=4']),
  );
  expect(model.description).toContain('workers=4 3.6x [3.4, 3.8], n=3');
});

it('draws no goal that is about another measurement', () => {
  expect(
    draw(buildGoalBars({ measurement: measurements[1]!, baseline, goals, ...look })).texts.join(),
  ).not.toContain('goal');
});

it('tells no data from zero', () => {
  const measurement = {
    ...measurements[0]!,
    cells: [
      cell('workers=1'),
      cell('workers=2', { n: 0, mean: null, ratio: null }),
      cell('workers=4', { mean: 0, ratio: 0 }),
    ],
  };
  const { texts } = draw(buildGoalBars({ measurement, baseline, goals: [], ...look }));
  expect(texts).toContain('no data');
  expect(texts.some((text) => text.startsWith('0x'))).toBe(true);
});

it('is empty when no ratio is known', () => {
  const measurement = { ...measurements[0]!, cells: [cell('workers=1', { ratio: null, mean: 0 })] };
  expect(buildGoalBars({ measurement, baseline, goals: [], ...look }).isEmpty).toBe(true);
});
