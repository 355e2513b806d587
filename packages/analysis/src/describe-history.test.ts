import { describe, expect, it } from 'vitest';
import { countAlarms, describeHistory, type HistoryRun } from './describe-history.ts';

const p95 = { name: 'p95', unit: 'ms', better: 'lower' as const };
const slower = [200, 204, 198, 201, 203, 199, 240, 243, 239, 238, 244, 241];

const runOf = (value: number | null, index: number, more: Partial<HistoryRun> = {}): HistoryRun => ({
  run: `run${index}`,
  name: `run ${index}`,
  at: new Date(index * 60_000).toISOString(),
  version: 1,
  ended: { status: 'finished', outcome: 'completed', reason: null },
  measured: { value, unit: 'ms' },
  ...more,
});
const runs = slower.map((value, index) => runOf(value, index));
const noteAt = (run: string) => ({ run, at: '2026-11-22T00:00:00Z', by: 'Ada', note: 'new kernel' });

describe('the history of a treatment', () => {
  it('says what changed, by how much and how sure', () => {
    const { changes, n, note } = describeHistory(runs, p95, []);
    expect({ n, note }).toEqual({ n: 12, note: null });
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ run: 'run6', beforeN: 6, afterN: 6, direction: 'worse' });
    expect(changes[0]?.sentence.replaceAll('\u00a0', ' ')).toMatch(
      /^p95 from 201 ms \(n=6\) to 241 ms \(n=6\): \+19\.\d % \[\+\d+\.\d %, \+\d+\.\d %\], p=0\.0\d+, worse$/,
    );
    expect(countAlarms(changes)).toEqual({ total: 1, worse: 1 });
  });

  it('lists runs that have no part in it with the reason, and units as one', () => {
    const mixed = [
      ...runs,
      runOf(900, 12, { ended: { status: 'finished', outcome: 'failed', reason: 'out of memory' } }),
      runOf(0.24, 13, { measured: { value: 0.24, unit: 's' } }),
      runOf(null, 14, { measured: { value: null, unit: 'ms', amount: { kind: 'above', low: 300 } } }),
      runOf(3, 15, { measured: { value: 3, unit: 'MiB' } }),
      runOf(null, 16, { measured: undefined }),
    ];
    const { points, n } = describeHistory(mixed, p95, []);
    expect(n).toBe(13);
    expect(points.slice(12).map(({ value, excluded }) => [value, excluded])).toEqual([
      [900, 'failed: out of memory'],
      [240, null],
      [null, 'a range or a bound has no part in means'],
      [null, 'MiB does not convert to ms'],
      [null, 'has no p95'],
    ]);
  });

  it('is silent about a change that was acknowledged at it, or two runs beside it', () => {
    for (const [run, isQuiet] of [
      ['run6', true],
      ['run8', true],
      ['run4', true],
      ['run9', false],
      ['gone', false],
    ] as const) {
      const { changes } = describeHistory(runs, p95, [noteAt(run)]);
      expect(countAlarms(changes).total, run).toBe(isQuiet ? 0 : 1);
    }
    const twice = describeHistory(runs, p95, [noteAt('run8'), noteAt('run6')]);
    expect(twice.changes[0]?.acknowledgement?.run).toBe('run6');
  });

  it('takes one acknowledgement for one change', () => {
    const up = [...slower.slice(0, 6), ...slower.slice(6), ...slower.slice(0, 6)];
    const all = up.map((value, index) => runOf(value, index));
    const { changes } = describeHistory(all, p95, [noteAt('run6')]);
    expect(changes.map(({ acknowledgement }) => acknowledgement?.run ?? null)).toEqual(['run6', null]);
    expect(countAlarms(changes)).toEqual({ total: 1, worse: 0 });
  });
});
