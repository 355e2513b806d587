import type { Balance, BreachComparison, Breakdown, Comparison, LatencyByLabel } from '@proofload/contracts';
import {
  type Amount,
  formatAmount,
  formatAmountRatio,
  formatDurationMs,
  formatNumber,
  formatQuantity,
  formatRatio,
} from '@proofload/domain';
import { escapeCells, escapeText, table } from './markdown-text.ts';

const none = '–';
const share = (value: number | null): string => (value === null ? '' : formatQuantity(value * 100, '%'));
const amountOr = (amount: Amount | null, unit: string | null): string =>
  amount === null ? 'not reported' : formatAmount(amount, unit);
const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
const list = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `- ${escapeText(sentence)}`).join('\n');
const title = (text: string): string => `**${escapeText(text)}**`;

/** The figures of a balance, group by group, and every entity. */
export function balanceText({ samples, reported }: Balance): string {
  return join([...reported.map(reportedBalanceText), ...(samples ? [sampledBalanceText(samples)] : [])]);
}

function reportedBalanceText({ name, entity, unit, groups }: Balance['reported'][number]): string {
  const rows = groups.map(({ group, n, least, greatest, range, ratio, sentence }) => [
    group,
    String(n),
    ...[least, greatest, range].map((amount) => amountOr(amount, unit)),
    ratio === null ? '' : formatAmountRatio(ratio),
    sentence,
  ]);
  return join([
    title(`Balance of ${name} over ${entity}s, as reported`),
    table(
      ['Group', 'n', 'Least', 'Greatest', 'Range', 'Ratio', 'How it comes about'],
      rows.map(escapeCells),
      (index) => index >= 1 && index <= 5,
    ),
  ]);
}

const balanceFigures = [
  ['entities', 'Entities', false],
  ['mean', 'Mean', true],
  ['least', 'Least', true],
  ['greatest', 'Greatest', true],
  ['range', 'Range', true],
  ['maxToMean', 'Max/mean', false],
  ['variation', 'CV', false],
  ['gini', 'Gini', false],
  ['jain', 'Jain', false],
  ['idle', 'Idle', false],
  ['absent', 'No data', false],
] as const;

function sampledBalanceText(samples: NonNullable<Balance['samples']>): string {
  const { metric, label, unit, over, aggregate, groups, notes, runs } = samples;
  const rows = groups.map(({ group, n, figures }) => [
    group,
    String(n),
    ...balanceFigures.map(([name, , hasUnit]) => {
      const mean = figures[name]?.mean ?? null;
      return mean === null ? none : hasUnit ? formatQuantity(mean, unit) : formatNumber(mean);
    }),
    formatRatioOr(figures.range?.ratio ?? null),
  ]);
  const head = ['Group', 'n', ...balanceFigures.map(([, said]) => said), 'Ratio of ranges'];
  const entities = groups.flatMap(({ group, entities: own }) =>
    own.map(({ entity, n, mean, min, max }) => [
      group,
      entity,
      String(n),
      ...[mean, min, max].map((value) => formatQuantity(value, unit)),
    ]),
  );
  return join([
    title(`Balance of ${metric} over ${label}: ${aggregate} over ${over ?? 'the whole run'}`),
    table(head, rows.map(escapeCells), (index) => index >= 1),
    table(
      ['Group', label, 'n', 'Mean', 'Least run', 'Greatest run'].map(escapeText),
      entities.map(escapeCells),
      (index) => index >= 2,
    ),
    list([...notes, ...runs.flatMap(({ run, note }) => (note === null ? [] : [`${run}: ${note}`]))]),
  ]);
}

const formatRatioOr = (ratio: number | null): string => (ratio === null ? '' : formatRatio(ratio));

/** The parts of a whole, group by group, and whether they add up. */
export function breakdownText({ samples, reported }: Breakdown): string {
  return join([...reported.map(reportedBreakdownText), ...(samples ? [sampledBreakdownText(samples)] : [])]);
}

function reportedBreakdownText({ name, factor, unit, groups }: Breakdown['reported'][number]): string {
  const rows = groups.flatMap(({ group, parts }) =>
    parts.map((part) => [
      group,
      [part.level, ...Object.values(part.labels)].join(', '),
      String(part.n),
      formatAmount(part.amount, unit),
      share(part.share),
    ]),
  );
  return join([
    title(`What ${name} is made of, as reported`),
    table(
      ['Whole', factor, 'n', name, 'Share'].map(escapeText),
      rows.map(escapeCells),
      (index) => index >= 2,
    ),
    list(groups.map(({ group, sentence }) => `${group}: ${sentence}`)),
  ]);
}

const moments = {
  average: 'on average',
  peak: 'at the peak of the total',
  instant: 'at an instant',
} as const;

function sampledBreakdownText(samples: NonNullable<Breakdown['samples']>): string {
  const { metric, labels, unit, moment, over, groups, notes, runs } = samples;
  const rows = groups
    .filter(({ n }) => n > 0)
    .flatMap(({ group, n, parts, others, total }) => [
      ...parts.map((part) => [
        group,
        part.labels.map((value) => (value === '' ? 'without' : value)).join(', '),
        String(part.n),
        formatQuantity(part.mean, unit),
        share(part.share),
      ]),
      ...(others === null
        ? []
        : [
            [
              group,
              `${others.count} others`,
              String(n),
              formatQuantity(others.value, unit),
              share(others.share),
            ],
          ]),
      [group, 'all together', String(n), formatQuantity(total.mean, unit), ''],
    ]);
  const sums = groups.flatMap(({ group, stated }) => (stated ? [`${group}: ${stated.sentence}`] : []));
  const silent = runs.flatMap(({ run, note }) => (note === null ? [] : [`${run}: ${note}`]));
  return join([
    title(`What ${metric} is made of: ${moments[moment]}${over === null ? '' : ` of ${over}`}`),
    table(
      ['Group', labels.join(', '), 'n', metric, 'Share'].map(escapeText),
      rows.map(escapeCells),
      (index) => index >= 2,
    ),
    list([...sums, ...notes, ...silent]),
  ]);
}

/** Percentiles by the values of a label. */
export function latencyText({ samples }: LatencyByLabel): string {
  if (samples === null) return '';
  const { metric, label, unit, values, notes } = samples;
  const rows = values.flatMap(({ value, groups }) =>
    groups.map(({ group, n, count, percentiles }) => [
      value,
      group,
      String(n),
      formatNumber(count),
      ...(['p50', 'p95', 'p99'] as const).map((name) =>
        formatQuantity(percentiles[name]?.median ?? null, unit),
      ),
    ]),
  );
  return join([
    title(`${metric} by ${label}`),
    table(
      [label, 'Group', 'n', 'Observations', 'p50', 'p95', 'p99'].map(escapeText),
      rows.map(escapeCells),
      (index) => index >= 2,
    ),
    list(notes),
  ]);
}

/** How objectives held, run by run, and thresholds as k6 judged them. */
export function objectivesText(comparison: Comparison, { runs, load }: BreachComparison): string {
  const nameOf = (id: string) => comparison.runs.find((run) => run.id === id)?.name ?? id;
  const groupOf = (id: string) => comparison.runs.find((run) => run.id === id)?.group ?? '';
  const courses = runs.flatMap(({ run, objectives }) =>
    objectives.map(({ name, objective, statistics, note }) => {
      const first = statistics?.first ?? null;
      return [
        nameOf(run),
        groupOf(run),
        `${name}: ${objective}`,
        statistics === null ? (note ?? none) : share(statistics.breachedShare),
        statistics?.longest ? formatDurationMs(statistics.longest.toMs - statistics.longest.fromMs) : none,
        first === null ? none : formatDurationMs(first.atMs),
        first?.load == null ? none : formatQuantity(first.load, load?.unit ?? null),
        statistics?.budget ? share(statistics.budget.burned) : none,
      ];
    }),
  );
  const judged = comparison.slos.flatMap(({ name, objective, unit, cells }) =>
    cells.flatMap(({ run, result }) =>
      result === null
        ? []
        : [
            [
              nameOf(run),
              groupOf(run),
              `${name}: ${objective}`,
              formatQuantity(result.value, unit),
              sayMet(result.met),
            ],
          ],
    ),
  );
  const thresholds = runs.flatMap(({ run, thresholds: own }) =>
    own.map(({ metric, threshold, held }) => [
      nameOf(run),
      groupOf(run),
      `${metric}: ${threshold}`,
      sayMet(held),
    ]),
  );
  const shown = (head: readonly string[], rows: readonly string[][]): string =>
    rows.length === 0 ? '' : table(head, rows.map(escapeCells), (index) => index >= 3);
  return join([
    shown(['Run', 'Group', 'Objective', 'Value', 'Held'], judged),
    shown(
      ['Run', 'Group', 'Objective', 'In breach', 'Longest', 'First at', 'Load then', 'Budget burned'],
      courses,
    ),
    shown(['Run', 'Group', 'Threshold of k6', 'Held'], thresholds),
  ]);
}

const sayMet = (met: boolean | null): string => (met === null ? 'cannot be told' : met ? 'yes' : 'no');
