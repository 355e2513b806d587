import { describe, expect, it } from 'vitest';
import { decideExpiry, keepEverything, type RetainedRun, type RetentionRules } from './decide-expiry.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.UTC(2026, 10, 21);
const rules: RetentionRules = { samples: { days: 30 }, artifacts: { days: 90 }, logs: null };

const run = (changes: Partial<RetainedRun> & { ageDays?: number } = {}): RetainedRun => {
  const { ageDays = 100, ...rest } = changes;
  const finishedAtMs = nowMs - ageDays * dayMs;
  return {
    status: 'finished',
    createdAtMs: finishedAtMs - 60_000,
    finishedAtMs,
    isPinned: false,
    isBaseline: false,
    isInReport: false,
    holds: ['samples', 'artifacts', 'logs'],
    ...rest,
  };
};

const kindsOf = (one: RetainedRun, by: RetentionRules = rules) =>
  decideExpiry([one], by, nowMs).due.flatMap(({ kinds }) => kinds);

describe('age', () => {
  it.each([
    ['a month less a day', 29, []],
    ['a month to the millisecond', 30, ['samples']],
    ['89 days', 89, ['samples']],
    ['90 days', 90, ['samples', 'artifacts']],
    ['ten years', 3650, ['samples', 'artifacts']],
  ])('after %s', (_name, ageDays, expected) => expect(kindsOf(run({ ageDays }))).toEqual(expected));

  it('counts from when a run was brought in, if that is later than its end', () => {
    expect(kindsOf(run({ ageDays: 400, createdAtMs: nowMs - 29 * dayMs }))).toEqual([]);
    expect(kindsOf(run({ ageDays: 400, createdAtMs: nowMs - 30 * dayMs }))).toEqual(['samples']);
  });

  it('does not begin before the run is finished', () => {
    for (const status of ['queued', 'starting', 'running', 'finishing'] as const)
      expect(kindsOf(run({ status }))).toEqual([]);
    expect(kindsOf(run({ finishedAtMs: null }))).toEqual([]);
  });
});

describe('rules', () => {
  it('keep everything unless they say otherwise', () => expect(kindsOf(run(), keepEverything)).toEqual([]));

  it('remove each kind by itself', () => {
    for (const kind of ['samples', 'artifacts', 'logs'] as const)
      expect(kindsOf(run(), { ...keepEverything, [kind]: { days: 1 } })).toEqual([kind]);
  });

  it('leave out what a run does not hold', () => {
    expect(kindsOf(run({ holds: ['artifacts', 'logs'] }))).toEqual(['artifacts']);
    expect(decideExpiry([run({ holds: [], isPinned: true })], rules, nowMs)).toEqual({ due: [], kept: [] });
  });
});

describe('protection', () => {
  it.each([
    ['pinned', { isPinned: true }],
    ['baseline', { isBaseline: true }],
    ['report', { isInReport: true }],
    ['pinned', { isPinned: true, isBaseline: true, isInReport: true }],
    ['baseline', { isBaseline: true, isInReport: true }],
  ])('as %s, by %j', (by, changes) => {
    const one = run(changes);
    expect(decideExpiry([one], rules, nowMs)).toEqual({ due: [], kept: [{ run: one, by }] });
  });

  it('is not counted for a run that is too young anyway', () =>
    expect(decideExpiry([run({ ageDays: 1, isPinned: true })], rules, nowMs)).toEqual({ due: [], kept: [] }));

  it('tells every run apart, and keeps them in their order', () => {
    const runs = [run({ ageDays: 400 }), run({ isPinned: true }), run({ ageDays: 31 }), run({ ageDays: 1 })];
    const { due, kept } = decideExpiry(runs, rules, nowMs);
    expect(due).toEqual([
      { run: runs[0], kinds: ['samples', 'artifacts'] },
      { run: runs[2], kinds: ['samples'] },
    ]);
    expect(kept.map((each) => each.run)).toEqual([runs[1]]);
  });
});
