import { describe, expect, it } from 'vitest';
import { parseDefinition, requireDefinition } from './parse-definition.ts';

const source = (parts: string) => `apiVersion: proofload/v1
kind: Experiment
metadata: {name: shards}
spec:
  objective: How evenly are shards loaded, and by what?
  factors: [{resource: [all, pods, 1]}]
  workload: {executor: external}
  measurements:
    most: {reported: true, unit: cores}
    fewest: {reported: true, unit: cores}
${parts}`;

describe('balances and breakdowns', () => {
  it('are kept as they are written, and absent where there are none', () => {
    const { definition } = requireDefinition(
      source(
        '  balances: {cpu: {entity: shard, greatest: most, least: fewest}}\n  breakdowns: {cpu: {measurement: most, factor: resource, total: all}}\n',
      ),
    );
    expect(definition.balances).toEqual({ cpu: { entity: 'shard', greatest: 'most', least: 'fewest' } });
    expect(definition.breakdowns).toEqual({ cpu: { measurement: 'most', factor: 'resource', total: 'all' } });
    expect(requireDefinition(source('')).definition).not.toHaveProperty('balances');
  });

  it.each([
    ['  balances: {cpu: {entity: shard, greatest: most}}\n', 'spec.balances.cpu', '`greatest` and `least`'],
    [
      '  balances: {cpu: {entity: shard, range: span}}\n',
      'spec.balances.cpu.range',
      'known are most, fewest',
    ],
    [
      '  breakdowns: {a: {measurement: all, factor: resource}}\n',
      'spec.breakdowns.a.measurement',
      'known are most',
    ],
    ['  breakdowns: {a: {measurement: most, factor: verb}}\n', 'spec.breakdowns.a.factor', 'are resource'],
    [
      '  breakdowns: {a: {measurement: most, factor: resource, total: "1"}}\n',
      'spec.breakdowns.a.total',
      'levels of resource: all, pods, 1',
    ],
  ])('are refused: %s', (parts, field, message) => {
    expect(parseDefinition(source(parts))).toMatchObject({
      errors: [{ field, message: expect.stringContaining(message) }],
    });
  });
});
