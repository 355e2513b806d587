import { describe, expect, it } from 'vitest';
import { factorLevels, selectedTreatments } from './level-choice.ts';
import { parseLabels } from './parse-labels.ts';

const treatments = [
  { key: 'mode=a,workers=1', params: { workers: 1, mode: 'a' }, baseline: true },
  { key: 'mode=b,workers=1', params: { workers: 1, mode: 'b' }, baseline: false },
  { key: 'mode=a,workers=2', params: { workers: 2, mode: 'a' }, baseline: false },
];

it('finds the levels of each factor', () => {
  expect(factorLevels(treatments)).toEqual({ workers: [1, 2], mode: ['a', 'b'] });
});

it('keeps treatments of which every level is wanted', () => {
  const keys = (choice: Record<string, (string | number)[]>): string[] =>
    selectedTreatments(treatments, choice).map(({ key }) => key);
  expect(keys({})).toHaveLength(3);
  expect(keys({ workers: [1] })).toEqual(['mode=a,workers=1', 'mode=b,workers=1']);
  expect(keys({ workers: [1], mode: ['b'] })).toEqual(['mode=b,workers=1']);
  expect(keys({ workers: [] })).toEqual([]);
});

describe('parseLabels', () => {
  it.each([
    ['', {}],
    ['branch=main', { branch: 'main' }],
    [' branch = main , build=12 ', { branch: 'main', build: '12' }],
    ['query=a=b', { query: 'a=b' }],
  ])('%j', (text, labels) => expect(parseLabels(text)).toEqual({ labels, error: undefined }));

  it.each(['main', '=main', 'a=1, b'])('refuses %j', (text) =>
    expect(parseLabels(text).error).toContain('name=value'),
  );
});
