import {
  balanceGroups,
  combineByEntity,
  describeReportedBalance,
  type Balance as EntityBalance,
  figuresOf,
  type MetricParts,
  measureBalance,
  measureParts,
  resolveOver,
} from '@proofload/analysis';
import type { Balance, BalanceQuery } from '@proofload/contracts';
import { convertUnit } from '@proofload/domain';
import { chooseBalance, mostValues } from './choose-labels.ts';
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

type Samples = NonNullable<Balance['samples']>;

/** How evenly load is spread over the values of a label: run by run, then for each group against the baseline. */
export async function readBalance(
  ctx: PartsContext,
  query: BalanceQuery,
  given: RunSelection | null = null,
): Promise<Balance> {
  const { metric, label, select, aggregate, over, combination, ...compared } = query;
  const opened = await openCompared(ctx, compared, given, (definition) =>
    Object.values(definition?.balances ?? {}).flatMap(({ range, greatest, least }) =>
      [range, greatest, least].filter((name) => name !== undefined),
    ),
  );
  const { comparison, definition } = opened;
  const reported = Object.entries(definition?.balances ?? {}).flatMap(
    ([name, balance]) => describeReportedBalance(name, balance, comparison) ?? [],
  );
  const asked = await chooseAsked(ctx, opened, { metric, label });
  if ('why' in asked) return { baseline: comparison.baseline, why: asked.why, samples: null, reported };
  const { selector } = await checkMetric(ctx, opened.runs, { metric: asked.metric, select, aggregate });
  const question = { ...asked, selector, aggregate: aggregate ?? null, over: readOver(over), combination };
  return { baseline: comparison.baseline, ...(await balanceRuns(opened, question)), reported };
}

interface BalanceQuestion extends AskedMetric {
  label: string;
  aggregate: string | null;
  over: string | null;
  combination: BalanceQuery['combination'];
}

async function chooseAsked(
  ctx: PartsContext,
  { runs, definition, notes }: ComparedRuns,
  { metric, label }: Pick<BalanceQuery, 'metric' | 'label'>,
): Promise<{ metric: string; label: string } | { why: string }> {
  if (metric !== undefined && label !== undefined) return { metric, label };
  if (metric !== undefined || label !== undefined)
    throw refuse(metric === undefined ? 'metric' : 'label', 'expected `metric` and `label`, or neither');
  if (runs.length === 0) return { why: notes[0] ?? 'There are no runs' };
  const listed = await ctx.samples.listLabels(runs.map(({ record }) => record.key));
  if (listed.length === 0) return { why: 'None of these runs has samples with labels' };
  return (
    chooseBalance(listed, definition) ?? {
      why: `No metric of these runs has a label of 2 to ${mostValues} values that looks like a shard, a pod, a node, an instance or a worker; name one`,
    }
  );
}

interface RunEntities {
  run: ReadableRun;
  parts: MetricParts;
  values: ReturnType<typeof combineByEntity>;
}

async function balanceRuns(
  { runs, comparison, notes }: ComparedRuns,
  question: BalanceQuestion,
): Promise<Pick<Balance, 'samples' | 'why'>> {
  const measured: (RunEntities | { run: ReadableRun; note: string })[] = [];
  for (const run of runs) measured.push(await measureRun(run, question));
  const found = measured.flatMap((one) => ('note' in one ? [] : [one]));
  const [first] = found;
  if (first === undefined) {
    const why = measured.flatMap((one) => ('note' in one ? [one.note] : []))[0];
    return { samples: null, why: `No run has such data: ${why ?? 'there are no runs'}` };
  }
  const { kind, aggregate, unit } = first.parts;
  const balances = new Map<string, EntityBalance>();
  const unlike: string[] = [];
  for (const one of found) {
    const balance = balanceRun(one, { unit, kind }, expectedOf(one, found));
    if (balance === null) unlike.push(one.run.record.name);
    else balances.set(one.run.record.id, balance);
  }
  const counted = comparison.groups.map(({ key }): [string, EntityBalance[]] => [
    key,
    runs.flatMap(({ record, group, isCounted }) =>
      isCounted && group === key ? (balances.get(record.id) ?? []) : [],
    ),
  ]);
  const { metric, label, over, combination } = question;
  const samples: Samples = {
    ...{ metric, kind, unit, aggregate, over, label, combination },
    groups: balanceGroups(new Map(counted), comparison.baseline, unit),
    runs: measured.map((one) => describeRun(one, balances.get(one.run.record.id), unit)),
    notes: [
      ...notes,
      ...sayUnlabelled(found, label),
      ...(unlike.length === 0 ? [] : [`Left out for a unit that does not convert: ${unlike.join(', ')}`]),
    ],
  };
  return { samples, why: null };
}

async function measureRun(
  run: ReadableRun,
  { metric, selector, aggregate, over, label, combination }: BalanceQuestion,
): Promise<RunEntities | { run: ReadableRun; note: string }> {
  const { record, definition, data } = run;
  const place = await resolveOver(over, definition, record, data);
  if ('note' in place) return { run, note: place.note };
  const question = { metric, selector, aggregate, isSum: false, labels: [label] };
  const parts = await measureParts(question, place, data);
  if ('note' in parts) return { run, note: parts.note };
  const values = combineByEntity(parts.values, label, combination);
  const count = values.values.length + values.empty.length;
  if (count === 0) return { run, note: `no series of ${metric} has the label ${label}` };
  if (count > mostValues)
    throw refuse('label', `expected a label of at most ${mostValues} values; ${label} has ${count}`);
  return { run, parts, values };
}

/** Entities that any run of the same group has: who is missing from one of them is worth naming. */
function expectedOf({ run }: RunEntities, all: readonly RunEntities[]): string[] {
  return all.flatMap(({ run: other, values }) =>
    other.group === run.group ? [...values.values.map(({ entity }) => entity), ...values.empty] : [],
  );
}

function balanceRun(
  { parts, values }: RunEntities,
  { unit, kind }: Pick<MetricParts, 'unit' | 'kind'>,
  expected: readonly string[],
): EntityBalance | null {
  const factor = convertUnit(1, parts.unit ?? '', unit ?? '');
  if (factor === null) return null;
  return measureBalance(
    values.values.map(({ entity, value }) => ({ entity, value: value * factor })),
    // Where events are counted, none is zero; of a level without samples nothing is known.
    { expected, absentIs: kind === 'delta' ? 'idle' : 'unknown' },
  );
}

function describeRun(
  one: RunEntities | { run: ReadableRun; note: string },
  balance: EntityBalance | undefined,
  unit: string | null,
): Samples['runs'][number] {
  const { record, group, isCounted } = one.run;
  const nothing = { figures: null, least: null, greatest: null, idle: [], absent: [] };
  const place = { run: record.id, group, isCounted };
  if ('note' in one) return { ...place, note: one.note, ...nothing };
  if (balance === undefined)
    return { ...place, note: `in ${one.parts.unit}, which does not convert to ${unit}`, ...nothing };
  return {
    ...place,
    note: null,
    figures: figuresOf(balance),
    least: balance.least?.entity ?? null,
    greatest: balance.greatest?.entity ?? null,
    idle: balance.idle,
    absent: balance.absent,
  };
}

function sayUnlabelled(found: readonly RunEntities[], label: string): string[] {
  const count = found.reduce((sum, { values }) => sum + values.unlabelled, 0);
  if (count === 0) return [];
  return [`${count} series without the label ${label} belong to no entity and are left out`];
}
