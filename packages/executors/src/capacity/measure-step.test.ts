import { ProofloadError } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { settingsAt } from './capacity-settings.ts';
import { judgeSlo, measureStep } from './measure-step.ts';

const settings = settingsAt(
  {
    objects: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } }],
    steps: { from: 1, to: 2, by: 1 },
    slo: [{ promql: 'latency', objective: '< 200ms' }],
    resources: { memory: 'bytes', cpu: 'cores' },
  },
  1,
);
const answers =
  (given: Record<string, number[]>) =>
  async (query: string): Promise<number[]> =>
    given[query] ?? [];

describe('a step that held', () => {
  it('keeps its objective in base units, and gives the greatest of each resource', async () => {
    const ask = answers({ latency: [0.1, 0.199], bytes: [5, 9, Number.NaN] });
    expect(await measureStep(ask, settings, 0)).toEqual({
      kind: 'measured',
      values: { memory: 9 },
      broken: null,
      missing: ['cpu'],
    });
  });

  it('misses it by its worst series', async () => {
    const measured = await measureStep(answers({ latency: [0.1, 0.35, 0.25] }), settings, 0);
    expect(measured).toMatchObject({ broken: '350\u00a0ms is not < 200ms: latency' });
  });

  it('waits for data and for a Prometheus that is away, but not for a query that is refused', async () => {
    expect(await measureStep(answers({ latency: [Number.NaN] }), settings, 0)).toMatchObject({
      kind: 'waiting',
      isAway: false,
    });
    const away = () => Promise.reject(new ProofloadError('unavailable', 'away'));
    expect(await measureStep(away, settings, 0)).toMatchObject({ kind: 'waiting', isAway: true });
    const bad = () => Promise.reject(new ProofloadError('invalid', 'parse error'));
    await expect(measureStep(bad, settings, 0)).rejects.toThrow('parse error');
  });

  it('takes the unit that it is told', () => {
    const slo = { promql: 'x', objective: '>= 99%', unit: '%' };
    expect(judgeSlo(slo, [99.5, 99]).isKept).toBe(true);
    expect(judgeSlo(slo, [99.5, 98])).toMatchObject({ isKept: false, said: expect.stringContaining('98') });
  });
});
