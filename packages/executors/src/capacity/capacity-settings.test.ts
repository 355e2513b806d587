import { describe, expect, it } from 'vitest';
import { checkWith } from '../check-with.ts';
import { baseUnitOf, capacitySettingsSchema, readResources, settingsAt } from './capacity-settings.ts';

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas: '${units}' },
};
const settings = (changes: object = {}) => ({
  objects: [deployment],
  steps: { from: 1, to: 100, factor: 2 },
  ...changes,
});
const wrong = (changes: object) => checkWith('capacity', settings(changes), {});

describe('settings of a capacity search', () => {
  it('have defaults: everything ready for 10 s, within 5 min, to the unit', () => {
    expect(capacitySettingsSchema.parse(settings())).toMatchObject({
      steps: { from: 1, to: 100, factor: 2, thenBisect: true, resolution: 1 },
      converged: { ready: 'all' },
      hold: 10_000,
      within: 300_000,
      slo: [],
    });
    expect(capacitySettingsSchema.parse(settings({ steps: { from: 5, to: 9, by: 1 } })).steps).toEqual({
      from: 5,
      to: 9,
      by: 1,
    });
  });

  it('take the units of a step in objects, in YAML text and in queries', () => {
    const at = settingsAt(settings({ converged: { promql: 'count(up) >= ${units}' } }), 7);
    expect(at.objects?.[0]).toMatchObject({ spec: { replicas: 7 } });
    expect(at.converged.promql).toBe('count(up) >= 7');
    const text = settingsAt({ ...settings(), objects: undefined, manifests: 'replicas: ${units}' }, 7);
    expect(text.manifests).toBe('replicas: 7');
  });

  it.each([
    [{ steps: { from: 4, to: 2, factor: 2 } }, 'with.steps.to', 'no less than'],
    [{ steps: { from: 1, to: 9, by: 0 } }, 'with.steps.by', ''],
    [{ steps: { from: 1, to: 9_000, by: 1 } }, 'with.steps.by', 'at most 1000 steps'],
    [{ steps: { from: 0, to: 9, factor: 2 } }, 'with.steps.from', 'at least 1'],
    [{ steps: { from: 1, to: 9, factor: 2, more: 1 } }, 'with.steps.more', 'no setting of this name'],
    [{ steps: 'many' }, 'with.steps', ''],
    [{ converged: {} }, 'with.converged', '`promql`, `ready` or both'],
    [{ converged: { promql: 'up == bool 1' } }, 'with.converged.promql', 'without `bool`'],
    [{ converged: { ready: 'web' } }, 'with.converged.ready', ''],
    [{ hold: '5 apples' }, 'with.hold', 'a duration such as 10s'],
    [{ hold: '10m' }, 'with.hold', 'less than `within`'],
    [{ limits: { memory: '1GiB' } }, 'with.limits.memory', 'a resource of this name'],
    [
      { resources: { memory: { promql: 'm', unit: 's' } }, limits: { memory: '1GiB' } },
      'with.limits.memory',
      'a unit that converts to s',
    ],
    [{ resources: { Memory: 'm' } }, 'with.resources.Memory', ''],
    [{ slo: [{ promql: 'x', objective: 'fast' }] }, 'with.slo.0.objective', 'an objective such as'],
    [{ objects: undefined }, 'with.objects', '`objects` or `manifests`'],
  ])('refuse %j', (changes, field, message) => {
    expect(wrong(changes)).toEqual(
      expect.arrayContaining([{ field, message: expect.stringContaining(message) }]),
    );
  });

  it('count limits in what Prometheus counts in', () => {
    const given = settings({
      resources: { memory: 'm', cpu: 'c', wait: { promql: 'w', unit: 'ms' }, other: 'o' },
      limits: { memory: '512MiB', cpu: 2, wait: '0.5s' },
    });
    expect(readResources(given).map(({ name, unit, limit }) => [name, unit, limit])).toEqual([
      ['memory', 'B', 512 * 1024 ** 2],
      ['cpu', '', 2],
      ['wait', 'ms', 500],
      ['other', '', null],
    ]);
    expect(readResources({ anything: 1 })).toEqual([]);
    expect(['ms', 'MB/s', '%', 'pods', ''].map(baseUnitOf)).toEqual(['s', 'B/s', 'ratio', 'pods', '']);
  });
});
