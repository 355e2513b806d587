import type { TradeOff } from '@proofload/contracts';
import { exactly } from '@proofload/domain';
import { expect, it } from 'vitest';
import { lightTheme } from './chart-theme.ts';
import { draw } from './fixtures/draw.ts';
import { buildTradeOff } from './trade-off.ts';
import { styleAt } from './treatment-style.ts';

const side = (amount: TradeOff['points'][number]['x']['amount']) => ({ n: 1, amount, low: null, high: null });
const tradeOff: TradeOff = {
  x: { name: 'cpu_range', unit: 'cores', better: 'lower' },
  y: { name: 'moves', unit: 'clusters', better: 'lower' },
  points: [
    {
      group: 'greedy',
      name: 'greedy',
      x: side(exactly(0.06)),
      y: side({ kind: 'above', low: 75 }),
      standing: 'front',
      by: [],
      isCertain: null,
    },
    {
      group: 'ring',
      name: 'ring hash',
      x: side(exactly(0.12)),
      y: side(exactly(48)),
      standing: 'front',
      by: [],
      isCertain: null,
    },
    {
      group: 'other',
      name: 'other',
      x: side({ kind: 'range', low: 0.2, high: 0.3 }),
      y: side(exactly(60)),
      standing: 'dominated',
      by: ['ring'],
      isCertain: null,
    },
  ],
  replicates: [],
  apart: [{ group: 'legacy', reason: 'no completed run has moves' }],
  finding: 'No winner is named.',
};
const model = buildTradeOff({
  tradeOff,
  baseline: 'legacy',
  styles: new Map(['greedy', 'ring', 'other'].map((key, index) => [key, styleAt(index)])),
  labels: new Map([['ring', 'ring hash']]),
});

it('says units, better sides and who takes no part', () => {
  const { texts } = draw(model);
  expect(texts).toEqual(
    expect.arrayContaining([
      'cpu_range (cores), lower is better',
      'moves (clusters), lower is better',
      'ring hash',
    ]),
  );
  expect(model.notes).toEqual([
    'An arrow points to where the value lies beyond its bound; a range is drawn between its two ends',
    'legacy takes no part: no completed run has moves',
  ]);
});

it('writes the shorter of two names beside a mark', () => {
  const named = buildTradeOff({
    tradeOff,
    baseline: null,
    styles: new Map(['greedy', 'ring', 'other'].map((key, index) => [key, styleAt(index)])),
    labels: new Map(),
    marks: new Map([
      ['ring', 'hash'],
      ['other', 'some other one'],
    ]),
  });
  const { texts } = draw(named);
  expect(texts).toEqual(expect.arrayContaining(['hash', 'other']));
  expect(texts).not.toContain('ring hash');
});

it('keeps bounds and standings in the table', () => {
  const rows = model.table.rows.map((row) => row.map((cell) => String(cell).replaceAll('\u00a0', ' ')));
  expect(rows[0]).toEqual(['greedy', '0.06 cores', '1', '> 75 clusters', '1', 'on the front', '']);
  expect(rows[2]).toEqual(['other', '0.2 to 0.3 cores', '1', '60 clusters', '1', 'dominated', 'ring hash']);
  expect(model.description).toBe('moves against cpu_range. No winner is named.');
});

it('draws the front of two, and none of one', () => {
  const hasFront = (points: TradeOff['points']) => {
    const styles = new Map(points.map(({ group }, index) => [group, styleAt(index)]));
    const built = buildTradeOff({
      tradeOff: { ...tradeOff, points },
      baseline: null,
      styles,
      labels: new Map(),
    });
    return JSON.stringify(built.buildOption({ theme: lightTheme, width: 900 }).series).includes(
      'Pareto front',
    );
  };
  expect(hasFront(tradeOff.points)).toBe(true);
  expect(hasFront(tradeOff.points.slice(1, 2))).toBe(false);
});
