import { type RunData, resolveOver, type SeriesSummary, summariseSeries } from '@proofload/analysis';
import type { LatencyByLabel, LatencyQuery } from '@proofload/contracts';
import { convertUnit, parseMatchers } from '@proofload/domain';
import { median } from '@proofload/stats';
import { chooseLatency } from './choose-labels.ts';
import {
  checkMetric,
  openCompared,
  type PartsContext,
  type ReadableRun,
  readOver,
  refuse,
} from './open-compared.ts';

type Samples = NonNullable<LatencyByLabel['samples']>;
type Percentile = keyof Samples['values'][number]['groups'][number]['percentiles'];

const percentiles: readonly Percentile[] = ['p50', 'p95', 'p99'];

/** Latency by verb or endpoint: percentiles of a distribution for each value of a label, group by group. */
export async function readLatency(ctx: PartsContext, query: LatencyQuery): Promise<LatencyByLabel> {
  const { metric, label, select, over, top, ...compared } = query;
  const { runs, notes, comparison } = await openCompared(ctx, compared, () => []);
  const asked = await chooseAsked(ctx, runs, { metric, label });
  if (asked === null) {
    const why =
      'None of these runs has durations by a label of 2 to 500 values such as verb, endpoint, name or method; name one';
    return { why: runs.length === 0 ? (notes[0] ?? 'There are no runs') : why, samples: null };
  }
  await checkMetric(ctx, runs, { metric: asked.metric, select });
  const read: { run: ReadableRun; values: RunValues | { note: string } }[] = [];
  for (const run of runs) {
    const place = await resolveOver(readOver(over), run.definition, run.record, run.data);
    const values = 'note' in place ? place : await summariseRun({ ...asked, select }, place.range, run.data);
    read.push({ run, values });
  }
  const found = read.flatMap(({ run, values }) => ('note' in values ? [] : [{ run, values }]));
  const unit = found[0]?.values.unit ?? null;
  if (found.length === 0) {
    const why = read.flatMap(({ values }) => ('note' in values ? [values.note] : []))[0];
    return { why: `No run has such data: ${why ?? 'there are no runs'}`, samples: null };
  }
  const names = rankValues(found.map(({ values }) => values));
  const groups = comparison.groups.map(({ key }) => ({
    key,
    runs: found.filter(({ run }) => run.isCounted && run.group === key).map(({ values }) => values),
  }));
  return {
    why: null,
    samples: {
      ...asked,
      unit,
      over: readOver(over),
      values: names.slice(0, top).map((value) => ({
        value,
        groups: groups.map(({ key, runs: own }) => ({ group: key, ...describeValue(own, value, unit) })),
      })),
      omitted: Math.max(0, names.length - top),
      notes,
    },
  };
}

async function chooseAsked(
  ctx: PartsContext,
  runs: readonly ReadableRun[],
  { metric, label }: Pick<LatencyQuery, 'metric' | 'label'>,
): Promise<{ metric: string; label: string } | null> {
  if (metric !== undefined && label !== undefined) return { metric, label };
  if (metric !== undefined || label !== undefined)
    throw refuse(metric === undefined ? 'metric' : 'label', 'expected `metric` and `label`, or neither');
  return runs.length === 0
    ? null
    : chooseLatency(await ctx.samples.listLabels(runs.map(({ record }) => record.key)));
}

interface RunValues {
  unit: string | null;
  byValue: Map<string, SeriesSummary['figures']>;
}

async function summariseRun(
  { metric, label, select }: { metric: string; label: string; select: string | undefined },
  range: { fromMs: number; toMs: number } | null,
  data: RunData,
): Promise<RunValues | { note: string }> {
  const spans = Object.values(await data.readSpans());
  const whole = {
    fromMs: spans.reduce((least, { fromMs }) => Math.min(least, fromMs), Infinity),
    // The last observation belongs to it.
    toMs: spans.reduce((most, { toMs }) => Math.max(most, toMs), -Infinity) + 1,
  };
  if (range === null && spans.length === 0) return { note: 'the run has no samples' };
  const summaries = await summariseSeries(
    { metric, matchers: select === undefined ? [] : parseMatchers(select, 'select') },
    { by: [label], aggregates: ['count', ...percentiles] },
    range ?? whole,
    data,
  );
  const observed = summaries.filter(({ kind }) => kind === 'distribution');
  if (observed.length === 0)
    return {
      note: summaries.length === 0 ? `no data of ${metric}` : `${metric} is no distribution of durations`,
    };
  const labelled = observed.filter(({ labels }) => labels[label] !== undefined);
  if (labelled.length === 0) return { note: `no series of ${metric} has the label ${label}` };
  return {
    unit: labelled[0]?.figures.p50?.unit ?? null,
    byValue: new Map(labelled.map(({ labels, figures }) => [labels[label] ?? '', figures])),
  };
}

/** Values of the label, by their observations in all runs. */
function rankValues(runs: readonly RunValues[]): string[] {
  const counts = new Map<string, number>();
  for (const { byValue } of runs) {
    for (const [value, { count }] of byValue)
      counts.set(value, (counts.get(value) ?? 0) + (count?.value ?? 0));
  }
  return [...counts].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1)).map(([value]) => value);
}

/** Percentiles are never averaged: of replicates the median run speaks, with the least and the greatest beside it. */
function describeValue(runs: readonly RunValues[], value: string, unit: string | null) {
  const own = runs.flatMap((run) => {
    const figures = run.byValue.get(value);
    const factor = convertUnit(1, run.unit ?? '', unit ?? '');
    return figures === undefined || factor === null ? [] : [{ figures, factor }];
  });
  const describe = (name: Percentile) => {
    const found = own.flatMap(({ figures, factor }) => {
      const known = figures[name]?.value ?? null;
      return known === null ? [] : [known * factor];
    });
    const [first] = found;
    if (first === undefined) return { median: null, min: null, max: null };
    return { median: median(found), min: Math.min(...found), max: Math.max(...found) };
  };
  return {
    n: own.length,
    count: own.reduce((sum, { figures }) => sum + (figures.count?.value ?? 0), 0),
    percentiles: { p50: describe('p50'), p95: describe('p95'), p99: describe('p99') },
  };
}
