import { expect, it } from 'vitest';
import { expandVariables } from './expand-variables.ts';

it.each([
  ['--vus=$(VUS)', '--vus=5'],
  ['$(VUS)$(VUS)', '55'],
  ['$(MISSING)', '$(MISSING)'],
  ['$$(VUS)', '$(VUS)'],
  ['$VUS and $', '$VUS and $'],
])('expandVariables(%s)', (text, expected) => {
  expect(expandVariables(text, { VUS: '5' })).toBe(expected);
});
