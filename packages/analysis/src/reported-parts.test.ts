import { describe, expect, it } from 'vitest';
import { compareGroups } from './compare-groups.ts';
import { finishRun } from './fixtures/finished-run.ts';
import { describeReportedBalance } from './reported-balance.ts';
import { describeReportedBreakdown } from './reported-breakdown.ts';

const compare = (runs: Parameters<typeof compareGroups>[0]['runs']) =>
  compareGroups({ runs, definition: null, by: 'treatment', baseline: null, measurements: null });
const roles = { entity: 'shard', range: 'range', greatest: 'most', least: 'fewest' };

describe('a reported balance', () => {
  it('works the range out of its ends, and takes the reported one where there are none', () => {
    const comparison = compare([
      finishRun({ algorithm: 'legacy' }, { range: 0.32, most: 0.55, fewest: 0.23 }),
      finishRun({ algorithm: 'greedy' }, { range: 0.06 }),
      finishRun({ algorithm: 'none' }, { other: 1 }),
    ]);
    const found = describeReportedBalance('cpu', roles, comparison);
    expect(found?.groups[0]).toMatchObject({
      range: { kind: 'exact', value: expect.closeTo(0.32, 12) },
      sentence: expect.stringMatching(/^0\.55.* − 0\.23.* = 0\.32/),
      ratio: { kind: 'exact', value: expect.closeTo(1, 12) },
    });
    expect(found?.groups[1]).toMatchObject({ least: null, range: { value: 0.06 } });
    expect(found?.groups[1]?.sentence).toContain('as reported');
    expect(found?.groups[2]).toMatchObject({ range: null, ratio: null, sentence: 'nothing was reported' });
  });

  it('says when what was reported is not what its ends give', () => {
    const comparison = compare([finishRun({ a: 1 }, { range: 0.4, most: 0.55, fewest: 0.23 })]);
    expect(describeReportedBalance('cpu', roles, comparison)?.groups[0]?.sentence).toMatch(
      /, but 0\.4.* was reported$/,
    );
    expect(describeReportedBalance('cpu', { entity: 'shard', range: 'x' }, comparison)).toBeNull();
  });
});

describe('a reported breakdown', () => {
  const part = (phase: string, resource: string, traffic: number) =>
    finishRun({ phase, resource }, { traffic });
  const definition = { measurement: 'traffic', factor: 'resource', total: 'all' };
  const runs = [
    part('deploy', 'endpoints', 50),
    part('deploy', 'endpointslices', 240),
    part('deploy', 'services', 25),
    part('deploy', 'nodes', 24),
    part('deploy', 'pods', 3),
    part('deploy', 'all', 320),
    part('delete', 'endpointslices', 540),
    part('delete', 'services', 140),
    part('delete', 'endpoints', 100),
    part('delete', 'all', 780),
  ];

  it('ranks the parts, and flags those that do not add up to what is stated', () => {
    const [deploy, remove] = describeReportedBreakdown('traffic', definition, runs)?.groups ?? [];
    expect(deploy).toMatchObject({
      group: 'phase=deploy',
      sum: { value: 342 },
      stated: { value: 320 },
      addsUp: false,
    });
    expect(deploy?.sentence).toContain('22');
    expect(deploy?.parts.map(({ level }) => level)).toEqual([
      'endpointslices',
      'endpoints',
      'services',
      'nodes',
      'pods',
    ]);
    expect(deploy?.parts[0]?.share).toBeCloseTo(240 / 342, 12);
    expect(remove).toMatchObject({ sum: { value: 780 }, addsUp: true });
    expect(remove?.sentence).toMatch(/as stated$/);
  });

  it('claims nothing without a statement, from ranges, or of runs that failed', () => {
    const unstated = describeReportedBreakdown('traffic', { ...definition, total: 'none' }, runs.slice(0, 2));
    expect(unstated?.groups[0]).toMatchObject({ stated: null, addsUp: null });
    const failed = finishRun({ phase: 'deploy', resource: 'pods' }, { traffic: 1 }, { outcome: 'failed' });
    expect(describeReportedBreakdown('traffic', definition, [failed])).toBeNull();
    const ranged = part('deploy', 'pods', 3);
    const measured = ranged.measurements.traffic;
    if (measured) {
      measured.value = null;
      measured.amount = { kind: 'range', low: 2, high: 5 };
    }
    const [whole] =
      describeReportedBreakdown('traffic', definition, [ranged, part('deploy', 'all', 4)])?.groups ?? [];
    expect(whole).toMatchObject({ addsUp: null, sum: { kind: 'range', low: 2, high: 5 } });
    expect(whole?.sentence).toContain('Ranges do not tell');
  });
});
