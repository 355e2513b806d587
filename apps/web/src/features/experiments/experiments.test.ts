import { describe, expect, it } from 'vitest';
import { factorGroups, type LevelChoice, selectedTreatments, toggleSetting } from './level-choice.ts';
import { parseLabels } from './parse-labels.ts';

const treatment = (params: Record<string, string | number>) => ({
  key: Object.entries(params)
    .map(([name, level]) => `${name}=${level}`)
    .join(','),
  params,
  baseline: false,
});

const crossed = [1, 2].flatMap((workers) => ['a', 'b'].map((mode) => treatment({ workers, mode })));
const paired = [
  [50, 100],
  [100, 200],
  [150, 300],
].flatMap(([qps = 0, burst = 0]) => ['a', 'b'].map((mode) => treatment({ qps, mode, burst })));

describe('factorGroups', () => {
  const describeGroups = (treatments: typeof crossed) =>
    factorGroups(treatments).map(({ label, settings }) => [label, settings.map((setting) => setting.label)]);

  it.each([
    ['no factor', [treatment({})], []],
    [
      'one factor',
      crossed
        .filter(({ params }) => params.mode === 'a')
        .map(({ params }) => treatment({ workers: params.workers ?? 0 })),
      [['workers', ['1', '2']]],
    ],
    [
      'crossed factors',
      crossed,
      [
        ['workers', ['1', '2']],
        ['mode', ['a', 'b']],
      ],
    ],
    [
      'paired factors',
      paired,
      [
        ['qps with burst', ['50 / 100', '100 / 200', '150 / 300']],
        ['mode', ['a', 'b']],
      ],
    ],
    [
      'a factor with one level is not paired',
      [treatment({ a: 1, b: 1 })],
      [
        ['a', ['1']],
        ['b', ['1']],
      ],
    ],
  ])('%s', (_, treatments, expected) => expect(describeGroups(treatments)).toEqual(expected));
});

describe('toggleSetting', () => {
  const [workers, mode] = factorGroups(crossed);
  const [pair] = factorGroups(paired);

  it('keeps only treatments of which every level is wanted', () => {
    const keys = (choice: LevelChoice) => selectedTreatments(crossed, choice).map(({ key }) => key);
    expect(keys({})).toHaveLength(4);
    const oneWorker = toggleSetting({}, workers!, workers!.settings[1]!, false);
    expect(oneWorker).toEqual({ workers: [1] });
    expect(keys(oneWorker)).toEqual(['workers=1,mode=a', 'workers=1,mode=b']);
    const narrow = toggleSetting(oneWorker, mode!, mode!.settings[0]!, false);
    expect(keys(narrow)).toEqual(['workers=1,mode=b']);
    expect(keys(toggleSetting(narrow, mode!, mode!.settings[1]!, false))).toEqual([]);
  });

  it('forgets a group that is whole again', () => {
    const without = toggleSetting({}, workers!, workers!.settings[1]!, false);
    expect(toggleSetting(without, workers!, workers!.settings[1]!, true)).toEqual({});
  });

  it('switches paired factors together', () => {
    const choice = toggleSetting({}, pair!, pair!.settings[0]!, false);
    expect(choice).toEqual({ qps: [100, 150], burst: [200, 300] });
    expect(selectedTreatments(paired, choice)).toHaveLength(4);
  });
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
