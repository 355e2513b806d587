import { expect, it } from 'vitest';
import { segmentSequence } from './k6-job-objects.ts';

it.each([
  [1, '0,1'],
  [2, '0,1/2,1'],
  [4, '0,1/4,2/4,3/4,1'],
])('%d instances meet at %s', (count, sequence) => {
  expect(segmentSequence(count)).toBe(sequence);
});
