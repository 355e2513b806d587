import { expect, it } from 'vitest';
import { decideOutcome } from './run-workload.ts';

const end = (outcome: 'completed' | 'failed' | 'limited', reason: string | null = null) => ({
  outcome,
  reason,
});
const stop = { outcome: 'stalled' as const, reason: 'x did not change for 5 min' };

it.each<[string, Parameters<typeof decideOutcome>, ReturnType<typeof decideOutcome>]>([
  [
    'a load that ended by itself',
    [end('completed'), null, { load: null }],
    { outcome: 'completed', reason: null },
  ],
  ['a limited one', [end('limited', 'slow'), null, { load: null }], { outcome: 'limited', reason: 'slow' }],
  ['one that was stopped, however k6 then ended', [end('failed', 'signal'), stop, { load: null }], stop],
  ['one that was stopped and ended well all the same', [end('completed'), stop, { load: null }], stop],
  [
    'one whose samples were lost',
    [end('completed'), null, { load: 'lost' }],
    { outcome: 'failed', reason: 'lost' },
  ],
  [
    'one that failed and whose samples were lost',
    [end('failed', 'script'), null, { load: 'lost' }],
    { outcome: 'failed', reason: 'script' },
  ],
])('%s', (_, input, expected) => expect(decideOutcome(...input)).toEqual(expected));
