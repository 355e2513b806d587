import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapacityStep, StepFailure } from '@proofload/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CapacitySamples } from './capacity-samples.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofload-capacity-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const step = (units: number, endedAtMs: number, failure: StepFailure | null = null): CapacityStep => ({
  step: units,
  units,
  state: failure === null ? 'good' : 'failed',
  startedAtMs: endedAtMs - 5_000,
  convergedAtMs: failure === null ? endedAtMs - 3_000 : null,
  heldAtMs: null,
  endedAtMs,
  failure,
  reason: null,
  values: failure === null ? { memory: units * 100 } : {},
});

it('writes each step in the format of k6, with the bounds found so far', () => {
  const path = join(folder, 'samples.json');
  const samples = new CapacitySamples(path);
  for (const each of [step(8, 10_000), step(16, 20_000, 'timeout'), step(10, 30_000)]) {
    samples.begin(each);
    samples.end(each);
  }
  const lines = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const points = (metric: string) =>
    lines
      .filter((line) => line.type === 'Point' && line.metric === metric)
      .map(({ data }) => [Date.parse(data.time), data.value]);
  expect(points('capacity_units')).toEqual([
    [5_000, 8],
    [10_000, 8],
    [15_000, 16],
    [20_000, 16],
    [25_000, 10],
    [30_000, 10],
  ]);
  expect(points('capacity_step_duration')).toEqual([
    [10_000, 2_000],
    [30_000, 2_000],
  ]);
  expect(points('capacity_resource_memory').map(([, value]) => value)).toEqual([800, 1000]);
  expect(points('capacity_last_good').map(([, value]) => value)).toEqual([8, 8, 10]);
  expect(points('capacity_first_bad').map(([, value]) => value)).toEqual([16, 16]);
  const declared = lines.filter(({ type }) => type === 'Metric').map(({ metric }) => metric);
  expect(new Set(declared).size).toBe(declared.length);
});
