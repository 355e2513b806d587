import { describe, expect, it } from 'vitest';
import { findConfounding, relatePartitions } from './find-confounding.ts';
import { finishRun } from './fixtures/finished-run.ts';

describe('two ways to part the same runs', () => {
  it.each([
    ['same', 'aabb', 'xxyy'],
    ['finer', 'abcc', 'xxyy'],
    ['coarser', 'aaab', 'xyyz'],
    ['none', 'abab', 'xxyy'],
    ['same', '', ''],
  ])('%s: %s and %s', (relation, first, second) => {
    expect(relatePartitions([...first], [...second])).toBe(relation);
  });
});

describe('confounding', () => {
  const group = (key: string, ...ids: string[]) => ({
    key,
    runs: ids.map((id) => finishRun({}, {}, { id })),
  });
  const groups = [group('base', 'a', 'b'), group('fast', 'c', 'd'), group('slow', 'e', 'f')];
  const covariate = (name: string, values: string) => ({
    name,
    values: [...values].map((value, index) => ({ run: 'abcdef'[index] ?? '', value })),
  });

  it('withholds a verdict where a covariate has no value in common with the baseline', () => {
    const found = findConfounding(
      groups,
      [covariate('nodes', '223323'), covariate('version', '112233')],
      'base',
    );
    expect(found).toMatchObject([
      {
        group: 'fast',
        covariates: ['nodes', 'version'],
        reason: expect.stringContaining('nodes, version differ'),
      },
      { group: 'slow', covariates: ['version'], reason: expect.stringContaining('version differs') },
    ]);
  });

  it('counts a covariate that tells the groups by more than one value', () => {
    expect(findConfounding(groups, [covariate('zone', '112311')], 'base')).toMatchObject([
      { group: 'fast', covariates: ['zone'] },
      { group: 'slow', covariates: [], reason: null },
    ]);
  });

  it('leaves out what is different in every run', () => {
    expect(findConfounding(groups, [covariate('pod', 'uvwxyz')], 'base')).toMatchObject([
      { covariates: [], identifiers: ['pod'], reason: null },
      { covariates: [], identifiers: ['pod'], reason: null },
    ]);
  });

  it('with single runs takes any difference for one that cannot be told apart', () => {
    const single = [group('base', 'a'), group('fast', 'c')];
    expect(findConfounding(single, [covariate('pod', 'uvwxyz')], 'base')).toMatchObject([
      { covariates: ['pod'] },
    ]);
    expect(findConfounding(single, [covariate('pod', 'uvuuuu')], 'base')).toMatchObject([{ covariates: [] }]);
    expect(findConfounding(single, [], null)).toEqual([]);
  });
});
