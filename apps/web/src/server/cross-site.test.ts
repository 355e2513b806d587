import { describe, expect, it } from 'vitest';
import { refuseCrossSite } from './cross-site.ts';

const baseUrl = 'https://bench.example';
const host = { host: '127.0.0.1:3000' };

const allowed: [name: string, headers: Record<string, string>][] = [
  ['a page of this instance', { ...host, 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' }],
  ['an old browser on the host it asked', { ...host, origin: 'http://127.0.0.1:3000' }],
  ['an old browser behind a proxy', { host: 'web:3000', origin: 'https://bench.example' }],
];

const refused: [name: string, headers: Record<string, string>][] = [
  ['another site', { ...host, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  [
    'another port of the same host',
    { ...host, 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:8085' },
  ],
  ['a call without a page', { ...host, 'sec-fetch-site': 'none' }],
  ['a forged origin beside an honest browser', { 'sec-fetch-site': 'cross-site', origin: baseUrl }],
  ['another origin', { ...host, origin: 'http://127.0.0.1:8085' }],
  ['an opaque origin', { ...host, origin: 'null' }],
  ['no sign of where it comes from', host],
];

describe('refuseCrossSite', () => {
  it.each(allowed)('lets %s through', (_name, headers) => {
    expect(() => refuseCrossSite(new Headers(headers), baseUrl)).not.toThrow();
  });
  it.each(refused)('refuses %s', (_name, headers) => {
    expect(() => refuseCrossSite(new Headers(headers), baseUrl)).toThrow(/token/);
  });
});
