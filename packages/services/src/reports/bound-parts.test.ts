import type { ReportParts } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { boundParts } from './bound-parts.ts';

const balance = (letters: number): ReportParts['balance'] => ({
  baseline: 'x'.repeat(letters),
  why: null,
  samples: null,
  reported: [],
});
const parts = (letters: number): ReportParts => ({
  scaling: null,
  tradeOff: null,
  breaches: null,
  capacity: null,
  balance: balance(letters),
  entities: [],
  breakdown: null,
  latency: null,
  omitted: [],
});

it('keeps parts as they are while they can be read', () => {
  expect(boundParts(parts(1000))).toEqual(parts(1000));
});

it('leaves out a part that is too large, and says which and why', () => {
  const bounded = boundParts(parts(3 * 1024 * 1024));
  expect(bounded.balance).toBeNull();
  expect(bounded.omitted).toEqual([
    {
      part: 'balance',
      reason: 'it has 3.0 MiB, and a part of a report at most 2 MiB: compare fewer runs to freeze it',
    },
  ]);
});
