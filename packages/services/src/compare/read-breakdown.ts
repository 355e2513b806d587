import {
  breakDown,
  breakDownGroups,
  checkSum,
  countLimited,
  describeReportedBreakdown,
  isAdditive,
  type LabelledSeries,
  type MetricParts,
  measureParts,
  type Breakdown as RunBreakdown,
  resolveOver,
  stepParts,
  toLines,
} from '@proofload/analysis';
import type { Breakdown, BreakdownQuery, Comparison } from '@proofload/contracts';
import { convertUnit } from '@proofload/domain';
import { toRunSummary } from '../runs/run-view.ts';
import { boundedList } from '../split-list.ts';
import { chooseBreakdown } from './choose-labels.ts';
import {
  type AskedMetric,
  type ComparedRuns,
  checkMetric,
  openCompared,
  type PartsContext,
  type ReadableRun,
  readOver,
  refuse,
} from './open-compared.ts';
import type { RunSelection } from './select-runs.ts';

type Samples = NonNullable<Breakdown['samples']>;

/** In how many steps a run is looked at for its peak or an instant. */
const steps = 600;
/** Parts of one run; beyond, a breakdown is a list of everything. */
const mostParts = 5000;

/** What the whole of a metric is made of, by one label or two: on average, at its peak or at an instant. */
export async function readBreakdown(
  ctx: PartsContext,
  query: BreakdownQuery,
  given: RunSelection | null = null,
): Promise<Breakdown> {
  const { metric, labels, select, aggregate, over, moment, at, top, total, ...compared } = query;
  if (moment === 'instant' && at === undefined)
    throw refuse('at', 'expected the seconds after the start of each run');
  if (aggregate !== undefined && !isAdditive(aggregate))
    throw refuse(
      'aggregate',
      `expected avg, last, sum, rate, increase or count, because ${aggregate} does not add up`,
    );
  const opened = await openCompared(ctx, compared, given, () => (total === undefined ? [] : [total]));
  const { comparison, definition, records } = opened;
  if (total !== undefined && comparison.measurements.every(({ name }) => name !== total))
    throw refuse('total', `expected a measurement of these runs, not ${total}`);
  const byId = new Map(records.map((record) => [record.id, record]));
  // In the order of the comparison, which is that of the definition.
  const summaries = comparison.runs.flatMap(({ id }) => {
    const record = byId.get(id);
    if (record === undefined) return [];
    const summary = toRunSummary(record, ctx.config.baseUrl);
    return [query.limited === 'include' ? countLimited(summary) : summary];
  });
  const reported = Object.entries(definition?.breakdowns ?? {}).flatMap(
    ([name, breakdown]) => describeReportedBreakdown(name, breakdown, summaries) ?? [],
  );
  const asked = await chooseAsked(ctx, opened, { metric, labels });
  if ('why' in asked) return { baseline: comparison.baseline, why: asked.why, samples: null, reported };
  const { selector } = await checkMetric(ctx, opened.runs, { metric: asked.metric, select, aggregate });
  const question = {
    ...asked,
    selector,
    aggregate: aggregate ?? null,
    over: readOver(over),
    moment,
    at: at ?? 0,
    top,
  };
  return { baseline: comparison.baseline, ...(await breakDownRuns(opened, question)), reported };
}

interface BreakdownQuestion extends AskedMetric {
  labels: string[];
  aggregate: string | null;
  over: string | null;
  moment: BreakdownQuery['moment'];
  at: number;
  top: number;
}

async function chooseAsked(
  ctx: PartsContext,
  { runs, notes }: ComparedRuns,
  { metric, labels }: Pick<BreakdownQuery, 'metric' | 'labels'>,
): Promise<{ metric: string; labels: string[] } | { why: string }> {
  if (metric !== undefined && labels !== undefined)
    return { metric, labels: boundedList('labels', labels, 2) };
  if (metric !== undefined || labels !== undefined)
    throw refuse(metric === undefined ? 'metric' : 'labels', 'expected `metric` and `labels`, or neither');
  if (runs.length === 0) return { why: notes[0] ?? 'There are no runs' };
  const listed = await ctx.samples.listLabels(runs.map(({ record }) => record.key));
  if (listed.length === 0) return { why: 'None of these runs has samples with labels' };
  const chosen = chooseBreakdown(listed);
  if (chosen === null)
    return {
      why: 'No metric of these runs has a label such as resource, verb, method, code or pod; name one',
    };
  return { metric: chosen.metric, labels: [chosen.label] };
}

interface BrokenRun {
  run: ReadableRun;
  parts: Pick<MetricParts, 'kind' | 'aggregate' | 'unit'>;
  found: RunBreakdown;
}
type Unbroken = { run: ReadableRun; note: string };

async function breakDownRuns(
  { runs, comparison, notes }: ComparedRuns,
  question: BreakdownQuestion,
): Promise<Pick<Breakdown, 'samples' | 'why'>> {
  const broken: (BrokenRun | Unbroken)[] = [];
  for (const run of runs) broken.push(await breakDownRun(run, question));
  const first = broken.find((one) => !('note' in one));
  if (first === undefined || 'note' in first) {
    const why = broken.flatMap((one) => ('note' in one ? [one.note] : []))[0];
    return { samples: null, why: `No run has such data: ${why ?? 'there are no runs'}` };
  }
  const { unit } = first.parts;
  const alike = broken.map((one): BrokenRun | Unbroken => {
    if ('note' in one || one.parts.unit === unit) return one;
    return { run: one.run, note: `in ${one.parts.unit}, not ${unit}` };
  });
  const counted = comparison.groups.map(({ key }): [string, RunBreakdown[]] => [
    key,
    alike.flatMap((one) =>
      !('note' in one) && one.run.isCounted && one.run.group === key ? [one.found] : [],
    ),
  ]);
  const { metric, labels, moment, over, top } = question;
  return {
    why: null,
    samples: {
      ...{ metric, labels, moment, over, ...first.parts },
      groups: breakDownGroups(new Map(counted), top).map((group) => ({
        ...group,
        stated: checkStated(comparison, group.group, { sum: group.total.mean, unit }),
      })),
      runs: alike.map(describeRun),
      notes,
    },
  };
}

async function breakDownRun(
  run: ReadableRun,
  { metric, selector, aggregate, labels, over, moment, at }: BreakdownQuestion,
): Promise<BrokenRun | Unbroken> {
  const { record, definition, data } = run;
  const place = await resolveOver(over, definition, record, data);
  if ('note' in place) return { run, note: place.note };
  const question = { metric, selector, aggregate, isSum: true, labels };
  if (moment === 'average') {
    const parts = await measureParts(question, place, data);
    if ('note' in parts) return { run, note: parts.note };
    // Already an average over the window: one point stands for it.
    const lines = parts.values.map(
      ({ labels: own, value }): LabelledSeries => ({
        labels: own,
        points: value === null ? [] : [{ timeMs: 0, value }],
      }),
    );
    return { run, parts: pick(parts), found: bounded(lines, labels, { kind: 'phase', fromMs: 0, toMs: 0 }) };
  }
  const stepped = await stepParts(question, place, steps, data);
  if ('note' in stepped) return { run, note: stepped.note };
  const startMs = record.startedAtMs ?? stepped.range.fromMs;
  const found = bounded(
    toLines(stepped),
    labels,
    moment === 'peak'
      ? { kind: 'peak', fromMs: stepped.times[0] ?? 0, toMs: stepped.range.toMs }
      : { kind: 'instant', timeMs: startMs + at * 1000 },
  );
  if (found.parts.length === 0) return { run, note: `no sample up to ${at} s after the start` };
  return { run, parts: pick(stepped), found };
}

const pick = ({ kind, aggregate, unit }: BrokenRun['parts']): BrokenRun['parts'] => ({
  kind,
  aggregate,
  unit,
});

function bounded(
  lines: readonly LabelledSeries[],
  labels: readonly string[],
  moment: Parameters<typeof breakDown>[2],
): RunBreakdown {
  const found = breakDown(lines, labels, moment, mostParts);
  if (found.others === null) return found;
  const count = mostParts + found.others.count;
  throw refuse('labels', `expected labels that make at most ${mostParts} parts; these make ${count}`);
}

/** Holds the parts of a group against the measurement that states the whole. */
function checkStated(
  { measurements }: Comparison,
  group: string,
  { sum, unit }: { sum: number | null; unit: string | null },
): Samples['groups'][number]['stated'] {
  const [measurement] = measurements;
  const stated = measurement?.cells.find((cell) => cell.group === group)?.mean ?? null;
  const value = stated === null ? null : convertUnit(stated, measurement?.unit ?? '', unit ?? '');
  if (sum === null || value === null) return null;
  return { value, ...checkSum([sum], value, { unit }) };
}

function describeRun(one: BrokenRun | Unbroken): Samples['runs'][number] {
  const { record, group, isCounted } = one.run;
  const place = { run: record.id, group, isCounted };
  if ('note' in one) return { ...place, note: one.note, total: null, atSeconds: null, missing: 0 };
  const { total, atMs, missing } = one.found;
  const startMs = record.startedAtMs ?? atMs ?? 0;
  return {
    ...place,
    note: null,
    total,
    // An average over a window has no instant.
    atSeconds: atMs === null ? null : Math.max(0, atMs - startMs) / 1000,
    missing,
  };
}
