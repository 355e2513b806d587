import { expect, it } from 'vitest';
import { compileMatchers } from './selection.ts';

const labels = { shard: '1', path: '/api/v1' };

it.each([
  ['=', 'shard', '1', true],
  ['=', 'missing', '', true],
  ['!=', 'shard', '1', false],
  ['=~', 'shard', '1|2', true],
  ['=~', 'path', '/api', false],
  ['=~', 'path', '/api/.*', true],
  ['=~', 'path', 'x)|(?:y', null],
  ['=~', 'missing', '', true],
  ['!~', 'path', '.*v2', true],
] as const)('%s on %s against %j', (op, name, value, expected) => {
  const test = () => compileMatchers([{ name, op, value }])(labels);
  if (expected === null) expect(test).toThrow('expected a regular expression of RE2');
  else expect(test()).toBe(expected);
});

it('wants every matcher to hold', () => {
  const matchers = [
    { name: 'shard', op: '=', value: '1' },
    { name: 'path', op: '=~', value: '/other' },
  ] as const;
  expect(compileMatchers(matchers)(labels)).toBe(false);
});

it('takes linear time for an expression that makes backtracking explode', () => {
  const long = { a: `${'a'.repeat(20_000)}!` };
  expect(compileMatchers([{ name: 'a', op: '=~', value: '(a+)+$' }])(long)).toBe(false);
});

it('refuses what only backtracking can do', () => {
  expect(() => compileMatchers([{ name: 'a', op: '=~', value: '(a)\\1' }])).toThrow('labels: expected');
});
