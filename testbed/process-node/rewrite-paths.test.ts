import { expect, it } from 'vitest';
import { rewritePaths } from './rewrite-paths.ts';

const mappings = [
  { containerPath: '/out', realPath: '/pods/1/out' },
  { containerPath: '/out/deep/', realPath: '/pods/1/deep' },
  { containerPath: '/dev/termination-log', realPath: '/pods/1/message' },
];

it.each([
  ['/out', '/pods/1/out'],
  ['/out/points.json', '/pods/1/out/points.json'],
  ['json=/out/points.json', 'json=/pods/1/out/points.json'],
  ['/out/deep/x', '/pods/1/deep/x'],
  ["open('/out/a.csv'); // in /out.", "open('/pods/1/out/a.csv'); // in /pods/1/out."],
  ['echo done >/dev/termination-log', 'echo done >/pods/1/message'],
  // Parts of longer paths and of addresses
  ['/output/x', '/output/x'],
  ['/out.d/x', '/out.d/x'],
  ['/home/out/x', '/home/out/x'],
  ['http://host/out/x', 'http://host/out/x'],
])('rewritePaths(%s)', (text, expected) => {
  expect(rewritePaths(text, mappings)).toBe(expected);
});

it('rewritePaths leaves a text alone when nothing is mounted', () => {
  expect(rewritePaths('/out', [])).toBe('/out');
});
