import { combineByEntity, resolveOver, type SteppedParts, stepParts } from '@proofload/analysis';
import type { EntitiesOverTime, EntitiesQuery } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { findRun } from '../runs/find-run.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { openRunData } from '../series/run-data.ts';
import { readStatedUnits } from '../series/stated-units.ts';
import { checkMetric, readOver, withUnits } from './open-compared.ts';

/** More rows nobody tells apart; those in the middle are left out, because the ends are what a balance is about. */
const maxEntities = 100;

/** Entities of one run over time, from the greatest mean to the least. */
export async function readEntities(
  ctx: ServiceContext,
  {
    runId,
    metric,
    label,
    select,
    aggregate,
    over: asked,
    combination,
    points,
  }: EntitiesQuery & {
    runId: string;
  },
): Promise<EntitiesOverTime> {
  requireScope(ctx, 'read');
  const record = await findRun(ctx, runId);
  requireKeptSamples(record);
  const definition = (await openDefinitions(ctx, [record]))({
    experiment: record.experimentName,
    evaluatedVersion: record.evaluatedVersion,
  });
  const unitsOf = await readStatedUnits(ctx, [record]);
  const data = withUnits(openRunData(ctx.samples, record.key), unitsOf(record));
  const run = { record, group: '', isCounted: true, definition, data };
  const { selector } = await checkMetric(ctx, [run], { metric, select, aggregate });
  const over = readOver(asked);
  const place = await resolveOver(over, definition, record, data);
  const question = { metric, selector, aggregate: aggregate ?? null, isSum: false, labels: [label] };
  const found = 'note' in place ? place : await stepParts(question, place, points, data);
  const startMs = record.startedAtMs ?? record.createdAtMs;
  const originMs = record.startedAtMs ?? ('note' in found ? startMs : (found.times[0] ?? startMs));
  const known = {
    ...{ run: runId, metric, label, over, combination },
    origin: new Date(originMs).toISOString(),
    phases: record.phases.map(({ name, startMs: from, endMs }) => ({
      name,
      from: from - originMs,
      to: endMs === null ? null : endMs - originMs,
    })),
  };
  if ('note' in found) {
    const nothing = { stepMs: 0, times: [], entities: [], omitted: 0, kind: 'gauge' as const, unit: null };
    return { ...known, ...nothing, aggregate: aggregate ?? '', note: found.note };
  }
  const entities = combineSteps(found, label, combination);
  const ends = Math.ceil(maxEntities / 2);
  return {
    ...known,
    kind: found.kind,
    unit: found.unit,
    aggregate: found.aggregate,
    stepMs: found.stepMs,
    times: found.times.map((timeMs) => timeMs - originMs),
    entities:
      entities.length <= maxEntities ? entities : [...entities.slice(0, ends), ...entities.slice(-ends)],
    omitted: Math.max(0, entities.length - maxEntities),
    note: entities.length === 0 ? `no series of ${metric} has the label ${label}` : null,
  };
}

function combineSteps(
  { times, parts }: SteppedParts,
  label: string,
  combination: EntitiesQuery['combination'],
): EntitiesOverTime['entities'] {
  const rows = new Map<string, (number | null)[]>();
  times.forEach((_, step) => {
    const now = parts.map(({ labels, values }) => ({ labels, value: values[step] ?? null }));
    for (const { entity, value } of combineByEntity(now, label, combination).values) {
      const row = rows.get(entity) ?? times.map(() => null);
      row[step] = value;
      rows.set(entity, row);
    }
  });
  return [...rows]
    .map(([entity, values]) => {
      const known = values.filter((value) => value !== null);
      return { entity, mean: known.reduce((sum, value) => sum + value, 0) / known.length, values };
    })
    .sort((a, b) => b.mean - a.mean || (a.entity < b.entity ? -1 : 1));
}
