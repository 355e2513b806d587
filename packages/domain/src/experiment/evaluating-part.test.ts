import { describe, expect, it } from 'vitest';
import { changesRuns, compareEvaluatingParts, type EvaluatingPart } from './evaluating-part.ts';

const part: EvaluatingPart = {
  windows: {
    steady: {
      start: { kind: 'offset', phase: 'load', from: 'start', offsetMs: 0 },
      end: { kind: 'offset', phase: 'load', from: 'end', offsetMs: 0 },
    },
  },
  measurements: {
    p95: {
      of: { kind: 'metric', metric: 'http_req_duration', selector: '', aggregate: 'p95' },
      over: 'steady',
      balance: null,
      unit: 'ms',
      better: 'lower',
    },
  },
  slos: [{ name: 'fast', measurement: 'p95', objective: '< 120ms', stepMs: null }],
  goals: [{ measurement: 'p95', target: '<= 0.5x' }],
};
const { steady } = part.windows;
const { p95 } = part.measurements;
if (!steady || !p95) throw new Error('incomplete');

describe('compareEvaluatingParts', () => {
  it('finds nothing between equal parts, in whatever order', () => {
    const slo = { name: 'other', measurement: 'p95', objective: '< 1s', stepMs: null };
    const more = { ...part, slos: [...part.slos, slo] };
    expect(compareEvaluatingParts(part, structuredClone(part))).toEqual([]);
    expect(compareEvaluatingParts(more, { ...more, slos: [...more.slos].reverse() })).toEqual([]);
  });

  it.each([
    [
      'a window cut',
      { windows: { steady: { ...steady, start: { ...steady.start, offsetMs: 1 } } } },
      { kind: 'window', name: 'steady', change: 'changed' },
    ],
    ['a window gone', { windows: {} }, { kind: 'window', name: 'steady', change: 'removed' }],
    [
      'another better side',
      { measurements: { p95: { ...p95, better: 'none' as const } } },
      { kind: 'measurement', name: 'p95', change: 'changed' },
    ],
    [
      'a measurement more, called as what every object has',
      { measurements: { p95, constructor: p95 } },
      { kind: 'measurement', name: 'constructor', change: 'added' },
    ],
    [
      'a stricter objective',
      { slos: part.slos.map((slo) => ({ ...slo, objective: '< 100ms' })) },
      { kind: 'slo', name: 'fast', change: 'changed' },
    ],
    ['no goal', { goals: [] }, { kind: 'goal', name: 'p95 <= 0.5x', change: 'removed' }],
  ])('finds %s', (_name, changes, expected) => {
    const found = compareEvaluatingParts(part, { ...part, ...changes } as EvaluatingPart);
    expect(found).toEqual([expected]);
    expect(changesRuns(found)).toBe(expected.kind !== 'goal');
  });
});
