import type { RunSteps } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { renderCapacity, sayStep } from './capacity-text.ts';

type Step = RunSteps['steps'][number];

const startMs = Date.UTC(2026, 0, 1);
const at = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString();
const step = (number: number, units: number, more: Partial<Step>): Step => ({
  step: number,
  units,
  state: 'good',
  startedAt: at(number * 10),
  convergedAt: null,
  heldAt: null,
  endedAt: at(number * 10 + 9),
  durationMs: 1200,
  failure: null,
  reason: null,
  values: { memory: units * 40 * 1024 ** 2 },
  ...more,
});
const timedOut = { state: 'failed', failure: 'timeout', durationMs: null, values: {} } as const;

const found: RunSteps = {
  steps: [
    step(1, 8, {}),
    step(2, 16, { ...timedOut, reason: 'Unschedulable: 10 of 16 ready' }),
    step(3, 12, { state: 'running', durationMs: null, values: {}, endedAt: null }),
  ],
  answer: 'Holds 8, fails at 16: Unschedulable, timeout',
  lastGood: 8,
  firstBad: 16,
  failure: 'timeout',
  reason: 'Unschedulable: 10 of 16 ready',
  resources: [],
  withinMs: 10_000,
  holdMs: 2_000,
};
const memory: RunSteps['resources'][number] = {
  name: 'memory',
  unit: 'B',
  limit: 1024 ** 3,
  n: 3,
  line: { slope: 40 * 1024 ** 2, intercept: 0 },
  slope: null,
  intercept: null,
  projected: { value: 25.6, interval: { low: 25, high: 26.2 } },
};
const plain = (lines: string[]): string[] => lines.map((line) => line.replaceAll('\u00a0', ' '));

describe('a capacity search in a terminal', () => {
  it('has its answer, its steps with units, and where a resource reaches its limit', () => {
    expect(plain(renderCapacity({ ...found, resources: [memory] }))).toEqual([
      'Holds 8, fails at 16: Unschedulable, timeout',
      '',
      'step  units  result     began after  converged after  memory    reason',
      '1     8      held       0 s          1.2 s            320 MiB',
      '2     16     timeout    10 s         not              not read  Unschedulable: 10 of 16 ready',
      '3     12     under way  20 s         not yet          not read',
      'memory: 40 MiB per unit, from 3 steps; 1 GiB is reached at 25.6 [25, 26.2] units',
    ]);
  });

  it('says of a resource that it does not grow, and nothing where too little is known', () => {
    const last = (resource: typeof memory): string | undefined =>
      plain(renderCapacity({ ...found, resources: [resource] })).at(-1);
    expect(last({ ...memory, projected: null })).toContain('; it does not reach 1 GiB');
    expect(last({ ...memory, limit: null, projected: null })).toBe('memory: 40 MiB per unit, from 3 steps');
    expect(last({ ...memory, line: null })).toMatch(/^3 /);
  });

  it('says that no step was tried', () => {
    const nothing = { ...found, steps: [], answer: null };
    expect(renderCapacity(nothing)).toEqual(['No step was tried yet']);
  });

  it('tells each step as it ends', () => {
    expect(plain(found.steps.map(sayStep))).toEqual([
      '8 units: held, converged after 1.2 s',
      '16 units: timeout (Unschedulable: 10 of 16 ready)',
      '12 units: under way',
    ]);
    expect(plain([sayStep(step(1, 1, { durationMs: null }))])).toEqual(['1 unit: held']);
  });
});
