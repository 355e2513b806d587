import type { Run } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { buildTimeline, chooseTicks } from './timeline-model.ts';

const second = (seconds: number): string => new Date(Date.UTC(2026, 10, 21, 9, 0, seconds)).toISOString();
const nowMs = Date.parse(second(20));

const measurement = (name: string, from: number, to: number): Run['measurements'][string] => ({
  value: 1,
  unit: null,
  better: 'none',
  samples: 1,
  spread: null,
  window: { name, from: second(from), to: second(to) },
  note: null,
});

const run = {
  startedAt: second(0),
  finishedAt: null,
  phases: [
    { name: 'load', from: second(1), to: second(11) },
    { name: 'cool-down', from: second(11), to: null },
  ],
  annotations: [{ id: 'a1', at: second(5), text: 'Pod restarted', labels: {} }],
  measurements: { p95: measurement('steady', 3, 10), rate: measurement('steady', 3, 10) },
  slos: [
    {
      name: 'fast',
      objective: '< 1s',
      measurement: 'p95',
      met: false,
      value: 2,
      unit: 's',
      breaches: [{ from: second(4), to: second(6), worst: 2.5 }],
      note: null,
    },
    {
      name: 'errors',
      objective: '< 1%',
      measurement: null,
      met: true,
      value: 0,
      unit: '%',
      breaches: [],
      note: null,
    },
  ],
} satisfies Partial<Run>;

describe('buildTimeline', () => {
  it('has nothing before the start', () => {
    expect(buildTimeline({ ...run, startedAt: null, phases: [] }, nowMs)).toBeNull();
  });

  it('puts phases, windows and breaches on the axis of the run', () => {
    const timeline = buildTimeline(run, nowMs);
    expect(timeline?.lengthMs).toBe(20_000);
    expect(timeline?.rows.map(({ kind, label, bars }) => [kind, label, bars.length])).toEqual([
      ['phase', 'Phases', 2],
      ['window', 'Windows', 1],
      ['breach', 'fast', 1],
      ['breach', 'errors', 0],
    ]);
    expect(timeline?.rows[2]?.bars[0]).toEqual({
      label: 'fast, worst 2.5\u00a0s',
      fromMs: 4000,
      toMs: 6000,
      isOpen: false,
    });
    expect(timeline?.marks).toEqual([{ id: 'a1', atMs: 5000, text: 'Pod restarted' }]);
  });

  it('names a phase that was over before the start, and gives it no place on the axis', () => {
    const started = { ...run, startedAt: second(3), phases: [...run.phases] };
    started.phases[0] = { name: 'prepare', from: second(1), to: second(3) };
    const timeline = buildTimeline(started, nowMs);
    expect(timeline?.rows[0]?.bars.map(({ label }) => label)).toEqual(['cool-down']);
    expect(timeline?.marks[0]).toEqual({
      id: 'before prepare',
      atMs: 0,
      text: 'prepare, before the start: 2\u00a0s',
    });
  });

  it('gives what overlaps rows of its own', () => {
    const phases = [
      { name: 'step 1', from: second(0), to: second(3) },
      { name: 'load', from: second(0), to: second(9) },
      { name: 'step 2', from: second(3), to: second(9) },
    ];
    const rows = buildTimeline({ ...run, phases }, nowMs)?.rows.filter(({ kind }) => kind === 'phase');
    expect(rows?.map(({ lane, bars }) => [lane, bars.map(({ label }) => label)])).toEqual([
      [0, ['load']],
      [1, ['step 1', 'step 2']],
    ]);
  });

  it('lets an open phase grow until the run is finished', () => {
    const bar = (finishedAt: string | null) => buildTimeline({ ...run, finishedAt }, nowMs)?.rows[0]?.bars[1];
    expect(bar(null)).toMatchObject({ fromMs: 11_000, toMs: 20_000, isOpen: true });
    expect(bar(second(15))).toMatchObject({ toMs: 15_000, isOpen: false });
  });

  it('leaves out what there is none of, but not an objective without a breach', () => {
    const bare = buildTimeline({ ...run, phases: [], measurements: {} }, nowMs);
    expect(bare?.rows.map(({ label }) => label)).toEqual(['fast', 'errors']);
  });
});

it.each([
  [900, [0]],
  [5200, [0, 1000, 2000, 3000, 4000, 5000]],
  [15_000, [0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000]],
  [3_600_000, [0, 600_000, 1_200_000, 1_800_000, 2_400_000, 3_000_000, 3_600_000]],
])('an axis of %d ms has round ticks', (lengthMs, ticks) => expect(chooseTicks(lengthMs)).toEqual(ticks));
