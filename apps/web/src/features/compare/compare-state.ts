import { alignments, bandKinds, drawings } from '@proofload/charts';
import type { CompareQuery, PartChoices } from '@proofload/contracts';
import {
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { parseAsZoom } from '../series/parse-zoom';
import { parseAsAxisFilter } from './trade-offs/parse-axis-filter';

/** The parts of the compare page, in the order of their tabs. */
export const compareTabs = [
  'summary',
  'scaling',
  'tradeoffs',
  'objectives',
  'capacity',
  'balance',
  'breakdown',
] as const;
export type CompareTab = (typeof compareTabs)[number];

/** Everything that the address of the compare page says. */
export const compareState = {
  runs: parseAsString,
  sweep: parseAsString,
  experiment: parseAsString,
  treatments: parseAsString,
  baseline: parseAsString,
  by: parseAsString.withDefault('treatment'),
  measurements: parseAsString,
  limited: parseAsStringLiteral(['include']),
  factor: parseAsString,
  hold: parseAsString,
  per: parseAsString,
  work: parseAsString,
  tab: parseAsStringLiteral(compareTabs).withDefault('summary'),
  metric: parseAsString,
  column: parseAsString,
  align: parseAsStringLiteral(alignments).withDefault('start'),
  phase: parseAsString,
  draw: parseAsStringLiteral(drawings).withDefault('lines'),
  band: parseAsStringLiteral(bandKinds).withDefault('range'),
  split: parseAsString,
  log: parseAsBoolean.withDefault(false),
  hide: parseAsArrayOf(parseAsString, ';').withDefault([]),
  zoom: parseAsZoom,
  x: parseAsString,
  y: parseAsString,
  across: parseAsStringLiteral(['groups', 'runs']).withDefault('groups'),
  axes: parseAsArrayOf(parseAsString, ';'),
  keep: parseAsArrayOf(parseAsAxisFilter, ';').withDefault([]),
  /** The metric that tells the load at which objectives broke. */
  load: parseAsString,
  /** Window or phase that balances and breakdowns count. */
  over: parseAsString,
  balanceOf: parseAsString,
  balanceBy: parseAsString,
  statistic: parseAsString,
  combine: parseAsStringLiteral(['sum', 'mean', 'max']).withDefault('sum'),
  /** The two groups that are held against each other, entity by entity. */
  pair: parseAsArrayOf(parseAsString, ';'),
  /** The run whose entities are drawn over time. */
  heat: parseAsString,
  partsOf: parseAsString,
  /** One label or two, separated by a comma. */
  partsBy: parseAsString,
  moment: parseAsStringLiteral(['average', 'peak', 'instant']).withDefault('average'),
  at: parseAsFloat,
  /** Measurement that states the whole. */
  total: parseAsString,
  latencyOf: parseAsString,
  latencyBy: parseAsString,
};
export type CompareState = inferParserType<typeof compareState>;

/** The part of the state that the server answers; null when it names no runs. */
export function toCompareQuery(state: CompareState): CompareQuery | null {
  const { runs, sweep, experiment, treatments, baseline, by, measurements, limited } = state;
  if (!runs && !sweep && !experiment) return null;
  const given = { runs, sweep, experiment, treatments, baseline, measurements, limited };
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== '');
  return { ...Object.fromEntries(entries), by };
}

/** The query as it is sent to `/compare`; the same for the same query. */
export function toSearch(query: CompareQuery): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(entries).toString();
}

/** What `/compare/scaling` is asked: the runs of the comparison, and how their curves are cut. */
export function toScalingSearch(query: CompareQuery, { factor, hold, per, work }: CompareState): string {
  // Curves have groupings and baselines of their own.
  const { by: _, baseline: __, ...runs } = query;
  const given = Object.entries({ ...runs, factor, hold, per, work }).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given).toString();
}

/** How the tabs beside the summary are looked at, as a report freezes them. */
export function toPartChoices(state: CompareState): PartChoices {
  const { factor, hold, per, work, x, y, load, over, statistic, combine, moment, at, total } = state;
  const { balanceOf, balanceBy, partsOf, partsBy, latencyOf, latencyBy } = state;
  // A metric without its label, or the other way round, is no choice yet.
  const pair = <K extends string>(metric: string | null, key: K, label: string | null) =>
    given({ ...(metric && label ? { metric, [key]: label } : {}), over });
  return {
    scaling: given({ factor, hold, per, work }),
    tradeOff: given({ x, y }),
    objectives: given({ load }),
    balance: {
      ...pair(balanceOf, 'label', balanceBy),
      ...given({ aggregate: statistic }),
      combination: combine,
    },
    breakdown: {
      ...pair(partsOf, 'labels', partsBy),
      ...given({ total }),
      // An instant that is not said yet is none.
      ...(moment === 'instant' && at !== null
        ? { moment, at }
        : { moment: moment === 'peak' ? moment : 'average' }),
      top: 10,
    },
    latency: pair(latencyOf, 'label', latencyBy),
  };
}

/** What is said at all. */
const given = <K extends string>(
  values: Readonly<Partial<Record<K, string | null>>>,
): Partial<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<string | null | undefined>(values).filter(([, value]) => value != null && value !== ''),
  ) as Partial<Record<K, string>>;

type Selection = Pick<CompareState, 'runs' | 'sweep' | 'experiment' | 'treatments' | 'baseline'>;
interface Group {
  key: string;
  runs: readonly string[];
}

/** The selection without a group: by naming the treatments that stay, or, in other groupings, the runs that stay. */
export function withoutGroup(state: CompareState, groups: readonly Group[], key: string): Partial<Selection> {
  const stay = groups.filter((group) => group.key !== key);
  const baseline = state.baseline === key ? null : state.baseline;
  if (state.by === 'treatment' && state.runs === null) {
    return { treatments: stay.map((group) => group.key).join(';'), baseline };
  }
  const runs = stay.flatMap((group) => group.runs).join(',');
  return { runs, sweep: null, experiment: null, treatments: null, baseline };
}
