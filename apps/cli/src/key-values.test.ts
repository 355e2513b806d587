import { describe, expect, it } from 'vitest';
import { parseKeyValues, parseParam } from './key-values.ts';

describe('parseKeyValues', () => {
  it('splits at the first equals sign', () => {
    expect(parseKeyValues('--label', ['team=platform', 'query=a=b', 'empty='])).toEqual({
      team: 'platform',
      query: 'a=b',
      empty: '',
    });
  });

  it.each(['team', '=platform', ''])('names the option when it is given %j', (text) => {
    expect(() => parseKeyValues('--label', [text])).toThrow(`--label: expected name=value, got ${text}`);
  });
});

it.each([
  ['4', 4],
  ['0.5', 0.5],
  ['true', true],
  ['false', false],
  ['4x', '4x'],
  ['', ''],
  [' ', ' '],
  ['Infinity', 'Infinity'],
])('parseParam reads %j as %j', (text, expected) => {
  expect(parseParam(text)).toBe(expected);
});
