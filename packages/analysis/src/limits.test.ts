import { describe, expect, it } from 'vitest';
import { countNodes, nodePrefixFor, prefixFor } from './address-range.ts';
import { projectResources } from './capacity.ts';
import { compareLimits, compareProjection } from './compare-projection.ts';
import { findFirstLimit } from './first-limit.ts';

describe('address ranges', () => {
  it.each([
    [21, 24, 8],
    [14, 24, 1024],
    [24, 24, 1],
    [25, 24, 0],
  ])('a /%d with a /%d each has %d nodes', (prefix, nodePrefix, nodes) => {
    expect(countNodes({ prefix, nodePrefix })).toBe(nodes);
    if (nodes > 0) expect(prefixFor(nodes, nodePrefix)).toBe(prefix);
  });

  it.each([
    [110, 24],
    [64, 25],
    [65, 24],
    [8, 28],
    [256, 23],
  ])('%d pods a node take a /%d', (pods, prefix) => expect(nodePrefixFor(pods)).toBe(prefix));

  it('know the longer addresses, and refuse what is no prefix', () => {
    expect(countNodes({ prefix: 48, nodePrefix: 64, version: 6 })).toBe(65_536);
    expect(prefixFor(9, 24)).toBe(20);
    expect(() => countNodes({ prefix: 33, nodePrefix: 24 })).toThrow(
      'prefix to be a whole number from 0 to 32',
    );
    expect(() => countNodes({ prefix: 21, nodePrefix: 24.5 })).toThrow('nodePrefix');
    expect(() => nodePrefixFor(0)).toThrow('at least one pod');
  });
});

describe('the first limit', () => {
  const caps = [
    { name: 'iops', limit: 1000, unit: 'operations/s' },
    { name: 'disk', limit: 100, unit: 'MB/s' },
    { name: 'cores', limit: 4, unit: 'cores' },
  ];

  it('depends on the size of an operation', () => {
    expect(findFirstLimit(caps, 'MB/s', { size: 50, unit: 'kB' })).toMatchObject({
      binding: 'iops',
      order: [
        { name: 'iops', allows: 50 },
        { name: 'disk', allows: 100 },
      ],
      unknown: ['cores'],
      close: [],
    });
    expect(findFirstLimit(caps, 'MB/s', { size: 110, unit: 'kB' })).toMatchObject({
      binding: 'disk',
      close: ['iops'],
    });
  });

  it('is not known for operations of an unknown size, nor without caps', () => {
    expect(findFirstLimit(caps, 'MB/s')).toMatchObject({ binding: 'disk', unknown: ['iops', 'cores'] });
    expect(findFirstLimit([], 'MB/s')).toMatchObject({ binding: null, order: [] });
  });
});

describe('a projection beside a failure', () => {
  const memory = { name: 'memory', base: 40, perUnit: 1, limit: 240 };

  it('is confirmed by running out alone', () => {
    expect(compareProjection(memory, { failedAt: 190, failure: 'oom-killed' })).toMatchObject({
      projected: 200,
      share: 0.95,
      boundBy: 'resource',
      sentence: 'memory reaches its limit at 200 units; failed at 190 units: out of memory',
    });
    expect(compareProjection(memory, { failedAt: 198, failure: 'timeout' }).sentence).toContain(
      'so something other than memory bound it',
    );
    expect(
      compareProjection({ ...memory, name: 'cpu' }, { failedAt: 9, failure: 'oom-killed' }).boundBy,
    ).toBe('something-else');
  });

  it('does not exist for what does not grow', () => {
    expect(compareProjection({ ...memory, perUnit: 0 }, { failedAt: 9, failure: 'slo' })).toMatchObject({
      projected: null,
      share: null,
    });
  });
});

describe('the limits of a search', () => {
  const steps = [1, 2, 4, 8].map((units, index) => ({
    step: index + 1,
    units,
    state: 'good' as const,
    startedAtMs: 0,
    convergedAtMs: 1,
    heldAtMs: 2,
    endedAtMs: 3,
    failure: null,
    reason: null,
    values: { memory: 40 + 20 * units + (index % 2), cores: 0.1 * units, threads: 5 },
  }));
  const trends = projectResources(steps, [
    { name: 'cores', unit: 'cores', limit: 2 },
    { name: 'memory', unit: 'MB', limit: 256 },
    { name: 'threads', unit: '', limit: 100 },
    { name: 'sockets', unit: '', limit: 100 },
  ]);

  it('come in the order in which they would be reached, beside what was seen', () => {
    const found = compareLimits(trends, { firstBad: 11, failure: 'oom-killed' }, { noun: 'meshes' });
    expect(found).toMatchObject({ first: 'memory', bound: 'memory' });
    expect(found.projections.map(({ name, projected }) => [name, Math.round(projected)])).toEqual([
      ['memory', 11],
      ['cores', 20],
    ]);
    expect(found.projections[0]?.interval?.high).toBeLessThan(12);
    expect(found.projections[1]?.comparison?.boundBy).toBe('something-else');
    expect(trends[1]?.intercept?.low).toBeLessThan(40.5);
    expect(trends[1]?.intercept?.high).toBeGreaterThan(40.5);
  });

  it('name no culprit for a timeout, and none while nothing has failed', () => {
    expect(compareLimits(trends, { firstBad: 9, failure: 'timeout' })).toMatchObject({
      first: 'memory',
      bound: null,
    });
    expect(compareLimits(trends, { firstBad: null, failure: null }).projections[0]?.comparison).toBeNull();
    expect(compareLimits([], { firstBad: null, failure: null })).toEqual({
      projections: [],
      first: null,
      bound: null,
    });
  });
});
