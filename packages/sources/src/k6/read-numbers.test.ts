import { createRandom } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { Rfc3339Reader } from '../stream/rfc3339.ts';
import { readDecimal } from './decimal.ts';

const decimal = (text: string): number =>
  readDecimal(Buffer.from(`,${text},`), 1, 1 + Buffer.byteLength(text));
const time = (text: string, reader = new Rfc3339Reader()): number => {
  const bytes = Buffer.from(`"${text}"`);
  return reader.read(bytes, 1, bytes.length - 1);
};

describe('readDecimal', () => {
  it.each([
    '0',
    '1',
    '-1',
    '31.747144',
    '-0.5',
    '123456789012345',
    '1234567890123456789',
    '0.1234567890123456789',
    '1e9',
    '1.5e-7',
    '-2E+3',
  ])('reads %s as the language does', (text) => expect(decimal(text)).toBe(Number(text)));

  it('gives the nearest float for any number that k6 may write', () => {
    const random = createRandom(3);
    for (let round = 0; round < 20_000; round++) {
      const value = (random() - 0.5) * 10 ** Math.floor(random() * 12);
      for (const text of [String(value), value.toFixed(6), value.toFixed(0)])
        expect(decimal(text)).toBe(Number(text));
    }
  });

  it.each(['', '-', '.', '1.', '.5', '1.2.3', 'NaN', 'Infinity', '0x10', '1e', ' 1', '"1"'])(
    'refuses %j',
    (text) => expect(decimal(text)).toBeNaN(),
  );
});

describe('Rfc3339Reader', () => {
  it.each([
    '2026-11-21T05:56:42Z',
    '2026-11-21T05:56:42.016Z',
    '2024-02-29T23:59:59.999Z',
    '2026-11-21T05:56:42+01:00',
    '2026-11-21T05:56:42.5-11:30',
    '1999-12-31T23:59:59Z',
  ])('reads %s as the language does', (text) => expect(time(text)).toBe(Date.parse(text)));

  it('keeps fractions of a millisecond', () => {
    expect(time('2026-11-21T05:56:42.016402692Z')).toBeCloseTo(
      Date.parse('2026-11-21T05:56:42.016Z') + 0.402692,
      3,
    );
  });

  it('reads times of changing minutes one after the other', () => {
    const reader = new Rfc3339Reader();
    for (let index = 0; index < 500; index++) {
      const text = new Date(Date.UTC(2026, 0, 1) + index * 7_777_777).toISOString();
      expect(time(text, reader)).toBe(Date.parse(text));
    }
  });

  it.each([
    '2026-11-21T05:56:42',
    '2026-11-21 05:56:42Z',
    '2026-13-21T05:56:42Z',
    '2026-02-29T05:56:42Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T05:56:61Z',
    '2026-11-21T05:56:42.Z',
    '2026-11-21T05:56:42Zx',
    '2026-11-21T05:5a:42Z',
    '2026-11-21T05:56:42+1:00',
    '',
  ])('refuses %j', (text) => expect(time(text)).toBeNaN());
});
