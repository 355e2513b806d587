import { requireDefinition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { type DefinitionOf, findMixed, sayMixed } from './find-mixed.ts';
import { finishRun } from './fixtures/finished-run.ts';

const define = (
  measurement: string,
  windows = 'steady: {phase: load}, tail: {start: "vus > 1", end: "vus == 0"}',
) =>
  requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: pool-size}
spec:
  objective: x
  workload: {executor: external}
  windows: {${windows}}
  measurements:
    p95: ${measurement}
`).definition;

const plain = '{metric: http_req_duration, aggregate: p95, over: steady, unit: ms}';
const definitionsOf =
  (...versions: string[]): DefinitionOf =>
  ({ evaluatedVersion }) =>
    evaluatedVersion === null ? null : define(versions[evaluatedVersion - 1] ?? plain);
const evaluatedBy = (evaluatedVersion: number | null, changes = {}) =>
  finishRun({ workers: 1 }, { p95: 100 }, { evaluatedVersion, ...changes });
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 31, 12) + seconds * 1000).toISOString();
const own = (name: string, fromS: number, toS: number) => ({
  windows: { [name]: { from: at(fromS), to: at(toS) } },
});

describe('values of one measurement', () => {
  it.each([
    [
      'another unit and better side',
      '{metric: http_req_duration, aggregate: p95, over: steady, unit: s, better: lower}',
      0,
    ],
    ['another aggregate', '{metric: http_req_duration, aggregate: p99, over: steady, unit: ms}', 1],
    ['another selector', '{metric: \'http_req_duration{status="200"}\', aggregate: p95, over: steady}', 1],
    ['another window', '{metric: http_req_duration, aggregate: p95, over: tail}', 1],
    ['no window', '{metric: http_req_duration, aggregate: p95}', 1],
    ['a balance', '{metric: http_req_duration, aggregate: p95, over: steady, balance: pod}', 1],
    ['a duration', '{duration: steady, unit: ms}', 1],
  ])('evaluated with %s', (_name, second, marks) => {
    const runs = [evaluatedBy(1), evaluatedBy(2)];
    const mixed = findMixed('p95', runs, definitionsOf(plain, second));
    expect(mixed.map(({ kind, runs: ids }) => [kind, ids])).toEqual(
      Array.from({ length: marks }, () => ['definition', [runs[0]?.id]]),
    );
  });

  it('says how each was measured, however much alike it sounds', () => {
    const nearly = (skipMs: number) => define(plain, `steady: {phase: load, skipFirst: ${skipMs}ms}`);
    const mixed = findMixed('p95', [evaluatedBy(1), evaluatedBy(2), evaluatedBy(2)], ({ evaluatedVersion }) =>
      nearly(evaluatedVersion === 1 ? 100_001 : 100_002),
    );
    expect(sayMixed(mixed)).toBe(
      'Measured in 2 ways: 1 run as p95(http_req_duration) over steady [start of load + 100\u00a0s to end of load] (version 1); ' +
        '2 runs as p95(http_req_duration) over steady [start of load + 100\u00a0s to end of load] (version 2)',
    );
  });

  it('leaves out runs that take no part in the averages', () => {
    const second = '{metric: http_req_duration, aggregate: p99, over: steady}';
    const runs = [
      evaluatedBy(1, { outcome: 'failed' }),
      finishRun({ workers: 1 }, { p95: null }, own('steady', 1, 2)),
      evaluatedBy(2),
      evaluatedBy(null),
    ];
    expect(findMixed('p95', runs, definitionsOf(plain, second))).toEqual([]);
    expect(sayMixed([])).toBeNull();
  });

  it('over windows of their own are told from others by their place in the run', () => {
    const later = { startedAt: at(100) };
    const mark = (...changes: object[]) =>
      findMixed(
        'p95',
        changes.map((change) => evaluatedBy(1, change)),
        definitionsOf(plain),
      );
    expect(mark({}, {})).toEqual([]);
    // A window that this measurement does not count, and equal cuts of runs at other times.
    expect(mark(own('tail', 1, 5), {})).toEqual([]);
    expect(mark(own('steady', 1, 5), { ...own('steady', 101, 105), ...later })).toEqual([]);
    expect(mark(own('steady', 1, 5), {})).toMatchObject([
      { kind: 'window', message: expect.stringMatching(/^1 of 2 runs has/) },
    ]);
    expect(mark(own('steady', 1, 5), own('steady', 1, 5), {})).toMatchObject([
      { message: '2 of 3 runs have windows of their own in place of steady' },
    ]);
    expect(mark(own('steady', 1, 5), { ...own('steady', 1, 5), ...later })).toHaveLength(1);
  });

  it('of runs without an experiment are measured over the whole run', () => {
    const runs = [evaluatedBy(null, own('*', 1, 5)), evaluatedBy(null)];
    expect(findMixed('p95', runs, () => null)).toMatchObject([
      { kind: 'window', message: expect.stringContaining('in place of the whole run: run ') },
    ]);
  });
});
