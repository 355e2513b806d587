import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

const cases: [name: string, value: unknown, text: string][] = [
  ['sorts keys at every depth', { b: { d: 1, c: 2 }, a: [] }, '{"a":[],"b":{"c":2,"d":1}}'],
  ['keeps the order of lists', [3, 1, { b: 1, a: 2 }], '[3,1,{"a":2,"b":1}]'],
  ['leaves out what is undefined', { a: undefined, b: null }, '{"b":null}'],
  ['writes null for undefined in a list', [undefined, 1], '[null,1]'],
  ['writes null for what is no JSON number', [Number.NaN, Number.POSITIVE_INFINITY], '[null,null]'],
  ['escapes strings as JSON does', { 'k"': 'a\nb\u2028ü' }, '{"k\\"":"a\\nb\u2028ü"}'],
  ['writes the shortest numbers', [0.1, 1e21, -0, 5e-324], '[0.1,1e+21,0,5e-324]'],
];

it.each(cases)('%s', (_name, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it('gives the same text for values that were built in another order', () => {
  expect(canonicalJson({ a: 1, b: [{ x: 1, y: 2 }] })).toBe(canonicalJson({ b: [{ y: 2, x: 1 }], a: 1 }));
});
