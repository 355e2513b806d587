import { convertUnit, formatQuantity, holds, ProofloadError, parseObjective } from '@proofload/domain';
import type { AskPrometheus } from '../executor.ts';
import { baseUnitOf, type CapacitySettings, resourcesOf } from './capacity-settings.ts';

/** What a step that held gives; `waiting` says why it cannot be told yet. */
export type Measured =
  | { kind: 'measured'; values: Record<string, number>; broken: string | null; missing: string[] }
  | { kind: 'waiting'; waiting: string; isAway: boolean };

/**
 * Judges the objectives of a step that has held, and reads its resources. Of several series the worst counts for an
 * objective, and the greatest for a resource. Throws `invalid` for a query that Prometheus refuses.
 */
export async function measureStep(
  askPrometheus: AskPrometheus,
  settings: CapacitySettings,
  atMs: number,
): Promise<Measured> {
  const options = { atMs, server: settings.server };
  try {
    const judged = await Promise.all(
      settings.slo.map(async (slo) => judgeSlo(slo, await askPrometheus(slo.promql, options))),
    );
    const mute = judged.find(({ hasData }) => !hasData);
    if (mute) return { kind: 'waiting', waiting: `there are no data for ${mute.said}`, isAway: false };
    const values: Record<string, number> = {};
    const missing: string[] = [];
    for (const { name, promql } of resourcesOf(settings)) {
      const found = (await askPrometheus(promql, options)).filter(Number.isFinite);
      if (found.length > 0) values[name] = Math.max(...found);
      else missing.push(name);
    }
    const broken = judged.find(({ isKept }) => !isKept)?.said ?? null;
    return { kind: 'measured', values, broken, missing };
  } catch (error) {
    if (!(error instanceof ProofloadError) || error.code !== 'unavailable') throw error;
    return { kind: 'waiting', waiting: error.message, isAway: true };
  }
}

export function judgeSlo(
  { promql, objective, unit }: CapacitySettings['slo'][number],
  values: readonly number[],
): { hasData: boolean; isKept: boolean; said: string } {
  const limit = parseObjective(objective);
  if (limit === null) throw new ProofloadError('invalid', `expected an objective, not ${objective}`);
  const own = unit ?? baseUnitOf(limit.unit);
  const bound = convertUnit(limit.value, limit.unit, own) ?? Number.NaN;
  const known = values.filter((value) => !Number.isNaN(value));
  const bad = known.filter((value) => !holds(value, limit.operator, bound));
  const worst = limit.operator.startsWith('>') ? Math.min(...bad) : Math.max(...bad);
  const said =
    bad.length === 0
      ? `the objective ${objective} of ${promql}`
      : `${formatQuantity(worst, own)} is not ${objective}: ${promql}`;
  return { hasData: known.length > 0, isKept: bad.length === 0, said };
}
