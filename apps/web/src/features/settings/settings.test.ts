import { expect, it } from 'vitest';
import { readTheme } from './theme.ts';
import { expiryOf } from './token-expiry.ts';

const nowMs = Date.parse('2026-11-21T09:00:00Z');

it.each([
  ['30', '2026-12-21T09:00:00.000Z'],
  ['365', '2027-11-21T09:00:00.000Z'],
  ['never', undefined],
  ['else', undefined],
])('a token that lives %s ends %s', (value, expected) => expect(expiryOf(value, nowMs)).toBe(expected));

it.each([
  [undefined, 'system'],
  ['dark', 'dark'],
  ['light', 'light'],
  ['purple', 'system'],
])('reads the theme %s as %s', (value, expected) => expect(readTheme(value)).toBe(expected));
