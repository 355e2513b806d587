import type { DeclaredCaps } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { buildBreachTimeline } from './breach-timeline.ts';
import { buildCapLanes } from './cap-lanes.ts';
import { buildCapacityLines } from './capacity-lines.ts';
import type { CapacityLine } from './capacity-lines-option.ts';
import { draw } from './fixtures/draw.ts';
import { styleAt } from './treatment-style.ts';

const line: CapacityLine = {
  label: 'memory=256',
  style: styleAt(0),
  points: [],
  line: { slope: 0.787, intercept: 43 },
  limit: 256,
  projected: 270.6,
  observed: { units: 260, how: 'out of memory' },
};

it('draws a resource of several runs with its limits, projections and failures', () => {
  const later = { ...line, label: 'memory=512', style: styleAt(1), limit: 512, projected: 484.5 };
  const model = buildCapacityLines({
    name: 'memory',
    unit: 'MB',
    noun: 'pods',
    lines: [line, { ...later, observed: { units: 440, how: 'timeout' } }],
  });
  expect(draw(model).texts).toEqual(
    expect.arrayContaining([
      'limit 256 MB',
      'limit 512 MB',
      '271',
      '485',
      '260: out of memory',
      '440: timeout',
    ]),
  );
  expect(model.table.rows[1]).toEqual(['memory=512', 43, 0.787, 512, 484.5, 440, 'timeout']);
  expect(model.description).toContain('it failed at 440 pods: timeout');
});

it('does not press lines flat for a limit that is far away', () => {
  const far = { ...line, limit: 64_000, projected: 81_000 };
  const { texts } = draw(buildCapacityLines({ name: 'memory', unit: 'MB', noun: 'pods', lines: [far] }));
  expect(texts.join()).not.toContain('limit');
  expect(texts).toContain('260: out of memory');
});

it('is empty where nothing is known of the growth', () => {
  const none = { ...line, line: null, projected: null };
  const lines = [none];
  expect(buildCapacityLines({ name: 'memory', unit: 'MB', noun: 'pods', lines }).isEmpty).toBe(true);
});

const caps: DeclaredCaps = {
  kind: 'caps',
  name: 'stream',
  unit: 'Mbps',
  caps: [
    { name: 'network', said: '10 Gbit/s', allows: 10_000, unknown: null },
    { name: 'bytes', said: '120 MB/s', allows: 960, unknown: null },
    { name: 'writes', said: '1500', allows: null, unknown: 'does not convert to Mbps' },
  ],
  binding: 'bytes',
  close: [],
  seen: null,
  operation: null,
  turnsAt: null,
  reached: { said: '≤ 960 Mbps', value: 960 },
  sentence: 'bytes binds first.',
};

it('draws caps in one unit with the one that binds first, and leaves out lanes of which nothing is known', () => {
  const nothing = { ...caps, caps: [], reached: null, binding: null };
  const model = buildCapLanes('stream', 'Mbps', [
    { label: 'disk', style: styleAt(0), caps },
    { label: 'production', style: styleAt(1), caps: nothing },
  ]);
  const { texts } = draw(model);
  expect(texts).toEqual(expect.arrayContaining(['disk', 'bytes, 960\u00a0Mbps', 'network']));
  expect(texts).not.toContain('production');
  expect(model.table.rows.map(([, , said, allows]) => [said, allows])).toEqual([
    ['10 Gbit/s', 10_000],
    ['120 MB/s', 960],
    ['1500: does not convert to Mbps', null],
  ]);
});

it('draws breaches in a lane for each objective and run, with the phases that they fell into', () => {
  const lane = {
    run: 'workers=1 #1',
    objective: 'fast',
    style: styleAt(0),
    lengthMs: 60_000,
    phases: [
      { name: 'warm-up', fromMs: 0, toMs: 20_000 },
      { name: 'load', fromMs: 20_000, toMs: 60_000 },
    ],
    breaches: [{ fromMs: 30_000, toMs: 38_000, worst: 300 }],
    unit: 'ms',
  };
  const model = buildBreachTimeline([lane, { ...lane, run: 'workers=2 #1', breaches: [] }]);
  expect(draw(model).texts).toEqual(
    expect.arrayContaining(['warm-up', 'load', 'workers=1 #1 · fast', 'Time since the start (s)']),
  );
  expect(model.table.rows).toEqual([['workers=1 #1', 'fast', 30, 38, '300\u00a0ms', 'load']]);
  expect(model.description).toContain('workers=2 #1, fast: no breach');
  expect(buildBreachTimeline([]).isEmpty).toBe(true);
});
