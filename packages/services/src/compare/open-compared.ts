import type { RunData } from '@proofload/analysis';
import type { CompareQuery, Comparison } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import {
  aggregatePattern,
  type ExperimentDefinition,
  ProofloadError,
  parseMatchers,
  wholeRunWindow,
} from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { openRunData } from '../series/run-data.ts';
import { readStatedUnits, type StatedUnits, unitOf } from '../series/stated-units.ts';
import { compareRecords } from './compare-runs.ts';
import { readNewestDefinition } from './list-run-labels.ts';
import { type RunSelection, selectRuns } from './select-runs.ts';

/** What taking runs apart needs of a service context. */
export type PartsContext = Pick<ServiceContext, 'actor' | 'repos' | 'config' | 'samples'>;

/** Runs of one comparison whose samples are read. */
const maxReadRuns = 50;
/** Series of a metric over all of these runs. */
const maxReadSeries = 20_000;

export interface ReadableRun {
  record: RunRecord;
  group: string;
  /** Whether it completed, so that it takes part in means. */
  isCounted: boolean;
  /** What evaluated it. */
  definition: ExperimentDefinition | null;
  data: RunData;
}

export interface ComparedRuns {
  comparison: Comparison;
  /** All of them. */
  records: readonly RunRecord[];
  /** The newest of the experiment that all belong to. */
  definition: ExperimentDefinition | null;
  /** Those whose samples are kept, and no more than can be read. */
  runs: ReadableRun[];
  notes: string[];
}

/**
 * Runs of a comparison with their groups, ready to be read.
 * @param given the runs of the query, where they were read already
 * @param namesOf measurements that are compared, by the newest definition
 */
export async function openCompared(
  ctx: PartsContext,
  query: CompareQuery,
  given: RunSelection | null,
  namesOf: (definition: ExperimentDefinition | null) => readonly string[],
): Promise<ComparedRuns> {
  requireScope(ctx, 'read');
  const { runs: records, warnings, isOrdered } = given ?? (await selectRuns(ctx, query));
  const definition = await readNewestDefinition(ctx, records);
  const known = new Set(records.flatMap(({ measurements }) => Object.keys(measurements)));
  const comparison = await compareRecords(ctx, records, {
    by: query.by,
    baseline: query.baseline ?? null,
    measurements: [...new Set(namesOf(definition))].filter((name) => known.has(name)),
    isOrdered,
    countsLimited: query.limited === 'include',
  });
  const kept = records.filter(({ samplesExpiredAtMs }) => samplesExpiredAtMs === null);
  const [definitionOf, unitsOf] = await Promise.all([openDefinitions(ctx, kept), readStatedUnits(ctx, kept)]);
  const byId = new Map(kept.map((record) => [record.id, record]));
  const excluded = new Set(comparison.groups.flatMap((group) => group.excluded.map(({ run }) => run)));
  const readable = comparison.runs.flatMap(({ id, group }) => {
    const record = byId.get(id);
    return record === undefined ? [] : [{ record, group, isCounted: !excluded.has(id) }];
  });
  return {
    comparison,
    records,
    definition,
    runs: readable.slice(0, maxReadRuns).map(({ record, ...place }) => ({
      record,
      ...place,
      definition: definitionOf({
        experiment: record.experimentName,
        evaluatedVersion: record.evaluatedVersion,
      }),
      data: withUnits(openRunData(ctx.samples, record.key), unitsOf(record)),
    })),
    notes: [
      ...warnings,
      ...sayExpired(records.length - kept.length),
      ...(readable.length > maxReadRuns
        ? [`Only the first ${maxReadRuns} of ${readable.length} runs are read`]
        : []),
    ],
  };
}

/** A metric of which only some series are meant. */
export interface AskedMetric {
  metric: string;
  /** As selectors have it, with braces; '' for all series. */
  selector: string;
}

/** Checks what is asked of a metric, and that it is not too much. Throws `invalid` or `too-large` naming the field. */
export async function checkMetric(
  ctx: PartsContext,
  runs: readonly ReadableRun[],
  {
    metric,
    select,
    aggregate,
  }: { metric: string; select?: string | undefined; aggregate?: string | undefined },
): Promise<AskedMetric> {
  const matchers = select === undefined ? [] : parseMatchers(select, 'select');
  if (aggregate !== undefined && !aggregatePattern.test(aggregate))
    throw refuse('aggregate', `expected an aggregate such as avg, rate, max or p95, not ${aggregate}`);
  const listed = await ctx.samples.listSeriesOfRuns(
    runs.map(({ record }) => record.key),
    { metric, matchers },
  );
  const count = [...listed.values()].reduce((sum, series) => sum + series.length, 0);
  if (count > maxReadSeries)
    throw refuse(
      'select',
      `expected labels that leave at most ${maxReadSeries} series; ${metric} has ${count} in these runs`,
    );
  return { metric, selector: select === undefined || select.trim() === '' ? '' : `{${select}}` };
}

/** Null for the whole run. */
export const readOver = (over: string | undefined): string | null =>
  over === undefined || over === wholeRunWindow ? null : over;

export function refuse(field: string, message: string): ProofloadError {
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}

function sayExpired(count: number): string[] {
  if (count === 0) return [];
  const runs = count === 1 ? 'one run' : `${count} runs`;
  return [`The samples of ${runs} have expired by the project’s rule`];
}

/** Series with the units that the definition gives them where they have none. */
export function withUnits(data: RunData, stated: StatedUnits): RunData {
  return {
    ...data,
    async listSeries(selector) {
      const series = await data.listSeries(selector);
      return series.map((one) => ({ ...one, unit: unitOf(one, stated) }));
    },
  };
}
