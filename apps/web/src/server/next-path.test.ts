import { expect, it } from 'vitest';
import { safeNextPath } from './next-path.ts';

const cases: [wanted: string | null, path: string][] = [
  [null, '/'],
  ['', '/'],
  ['/runs?filter=a%3D1#top', '/runs?filter=a%3D1#top'],
  ['runs', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
];

it.each(cases)('%j leads to %s', (wanted, path) => {
  expect(safeNextPath(wanted)).toBe(path);
});
