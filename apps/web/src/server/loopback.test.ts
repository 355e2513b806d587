import { expect, it } from 'vitest';
import { isLoopbackUrl } from './loopback.ts';

const cases: [url: string, isLoopback: boolean][] = [
  ['http://127.0.0.1:3000', true],
  ['http://127.8.8.8', true],
  ['http://localhost:3000', true],
  ['http://[::1]:3000', true],
  ['https://bench.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://10.0.0.1', false],
  ['http://0.0.0.0:3000', false],
];

it.each(cases)('%s: %s', (url, isLoopback) => {
  expect(isLoopbackUrl(url)).toBe(isLoopback);
});
