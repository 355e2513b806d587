import { requireDefinition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { lateDefinition } from '../fixtures/late-definition.ts';
import { decideEvaluation } from './decide-evaluation.ts';
import { digestDefinition } from './digest-definition.ts';

const goal = { kind: 'goal', name: 'p50 <= 2x', change: 'added' } as const;
const window = { kind: 'window', name: 'steady', change: 'changed' } as const;

describe('what evaluating a stored run takes', () => {
  it.each([
    ['the same definition', { isSame: true, changes: [] }, 'unchanged'],
    ['the same definition, without samples', { isSame: true, changes: [], hasSamples: false }, 'unchanged'],
    ['other goals', { changes: [goal] }, 'carry-over'],
    ['other goals, without samples', { changes: [goal], hasSamples: false }, 'carry-over'],
    ['another window', { changes: [goal, window] }, 'evaluate'],
    ['another window, without samples', { changes: [window], hasSamples: false }, 'keep'],
    [
      'another window of a run that never had any',
      { changes: [window], hasSamples: false, hadSamples: false },
      'evaluate',
    ],
    ['an unknown definition', { changes: null }, 'evaluate'],
    ['an unknown definition, without samples', { changes: null, hasSamples: false }, 'keep'],
  ])('%s', (_name, facts, step) => {
    expect(decideEvaluation({ isSame: false, hadSamples: true, hasSamples: true, ...facts })).toBe(step);
  });
});

describe('the digest of a definition', () => {
  const digest = (parts: Parameters<typeof lateDefinition>[1]) =>
    digestDefinition(requireDefinition(lateDefinition('x', parts)).definition);
  const same = digest({});

  it('is that of its evaluating part', () => {
    expect(same).toMatch(/^[0-9a-f]{64}$/);
    expect(digest({ objective: 'Something else' })).toBe(same);
    expect(digest({ windows: 'steady: {phase: load, skipFirst: 0s}' })).toBe(same);
  });

  it('does not depend on the order of names', () => {
    const [a, b] = ['a: {metric: x, aggregate: max}', 'b: {metric: y, aggregate: max}'];
    expect(digest({ measurements: `${a}\n    ${b}`, slos: '', goals: '' })).toBe(
      digest({ measurements: `${b}\n    ${a}`, slos: '', goals: '' }),
    );
  });

  it.each([
    ['window', { windows: 'steady: {phase: load, skipFirst: 1s}' }],
    ['measurement', { measurements: 'p50: {metric: http_req_duration, aggregate: p50}' }],
    ['objective', { slos: '{name: fast, measurement: p50, objective: "< 151ms"}' }],
    ['goal', { goals: '{measurement: p50, target: "<= 0.6x"}' }],
  ])('changes with a %s', (_name, parts) => {
    expect(digest(parts)).not.toBe(same);
  });
});
