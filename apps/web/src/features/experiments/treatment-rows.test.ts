import type { Comparison, SloResult } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { listFactorNames, listTreatmentRows, tallyObjectives } from './treatment-rows.ts';

const treatment = (workers: number) => ({
  key: `workers=${workers}`,
  params: { workers },
  baseline: workers === 1,
});
const group = (workers: number, runs: string[]) => ({
  key: `workers=${workers}`,
  params: { workers },
  runs,
  n: runs.length,
  excluded: [],
});

describe('listTreatmentRows', () => {
  it('keeps the order of the definition, with what was not run and what is no longer in it', () => {
    const rows = listTreatmentRows([treatment(1), treatment(2)], [group(8, ['r1']), group(2, ['r2'])]);
    expect(rows.map(({ key, group: found }) => [key, found?.runs ?? null])).toEqual([
      ['workers=1', null],
      ['workers=2', ['r2']],
      ['workers=8', ['r1']],
    ]);
  });

  it('has a column for every factor', () => {
    const rows = listTreatmentRows(
      [{ key: 'a', params: { mode: 'x' }, baseline: false }],
      [group(1, ['r1'])],
    );
    expect(listFactorNames(rows)).toEqual(['mode', 'workers']);
  });
});

it('counts objectives that were judged, and those that held', () => {
  const result = (met: boolean | null): SloResult => ({
    name: 'fast',
    objective: '< 1s',
    measurement: 'p95',
    met,
    value: 1,
    unit: 's',
    breaches: [],
    note: null,
  });
  const cells = [
    { run: 'r1', result: result(true) },
    { run: 'r2', result: result(false) },
    { run: 'r3', result: result(null) },
    { run: 'r4', result: null },
    { run: 'r5', result: result(true) },
  ];
  const comparison: Pick<Comparison, 'slos'> = {
    slos: [{ name: 'fast', objective: '< 1s', unit: 's', cells }],
  };
  const tally = (runs: string[]) => tallyObjectives(comparison, runs).map(({ met, judged }) => [met, judged]);
  expect(tally(['r1', 'r2', 'r3', 'r4'])).toEqual([[1, 2]]);
  expect(tally(['r1', 'r5'])).toEqual([[2, 2]]);
  expect(tally(['r3', 'r4'])).toEqual([[0, 0]]);
});
