import { formatQuantity } from '@proofload/domain';

export interface LabelledSeries {
  labels: Readonly<Record<string, string>>;
  /** In order of time. */
  points: readonly { timeMs: number; value: number }[];
}

/** When a whole is broken down: at an instant, on average over a phase, or at the instant at which the whole is greatest. */
export type BreakdownMoment =
  | { kind: 'instant'; timeMs: number }
  | { kind: 'phase'; fromMs: number; toMs: number }
  | { kind: 'peak'; fromMs: number; toMs: number };

export interface Part {
  /** Values of the labels, in the order asked for. */
  labels: string[];
  value: number;
  /** Of the sum of all parts; null for a sum of zero. */
  share: number | null;
}

export interface Breakdown {
  /** The instant that was looked at; null for a phase. */
  atMs: number | null;
  total: number;
  /** The greatest, in their order. */
  parts: Part[];
  /** All others together; null when there are none. */
  others: { count: number; value: number } | null;
  /** Series without data then. */
  missing: number;
}

/** A sample speaks for this long, as with Prometheus. */
const lookbackMs = 300_000;

/** The greatest parts of a whole by labels (resource and verb, shard, pod): series with the same values of them add up. */
export function breakDown(
  series: readonly LabelledSeries[],
  by: readonly string[],
  moment: BreakdownMoment,
  top = 10,
): Breakdown {
  const atMs =
    moment.kind === 'instant' ? moment.timeMs : moment.kind === 'peak' ? findPeak(series, moment) : null;
  const groups = new Map<string, { labels: string[]; value: number }>();
  let missing = 0;
  for (const each of series) {
    const value =
      moment.kind === 'phase' ? averageOver(each, moment) : atMs === null ? null : valueAt(each, atMs);
    if (value === null) {
      missing += 1;
      continue;
    }
    const labels = by.map((name) => (Object.hasOwn(each.labels, name) ? (each.labels[name] ?? '') : ''));
    const key = JSON.stringify(labels);
    groups.set(key, { labels, value: (groups.get(key)?.value ?? 0) + value });
  }
  const ranked = [...groups.values()].sort((a, b) => b.value - a.value);
  const total = sum(ranked);
  const rest = ranked.slice(top);
  return {
    atMs,
    total,
    parts: ranked.slice(0, top).map((part) => ({ ...part, share: total === 0 ? null : part.value / total })),
    others: rest.length === 0 ? null : { count: rest.length, value: sum(rest) },
    missing,
  };
}

const sum = (parts: readonly { value: number }[]): number => parts.reduce((all, { value }) => all + value, 0);

/** The newest sample up to an instant, if it is not too old. */
function valueAt({ points }: LabelledSeries, timeMs: number): number | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.timeMs ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  const found = points[low - 1];
  return found && timeMs - found.timeMs <= lookbackMs ? found.value : null;
}

function averageOver(
  { points }: LabelledSeries,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number | null {
  const within = points.filter(({ timeMs }) => fromMs <= timeMs && timeMs <= toMs);
  return within.length === 0 ? null : sum(within) / within.length;
}

/** The instant of a sample at which all series together are greatest. */
function findPeak(series: readonly LabelledSeries[], range: { fromMs: number; toMs: number }): number | null {
  const times = new Set(series.flatMap(({ points }) => points.map(({ timeMs }) => timeMs)));
  let best: { timeMs: number; total: number } | null = null;
  for (const timeMs of [...times].sort((a, b) => a - b)) {
    if (timeMs < range.fromMs || timeMs > range.toMs) continue;
    const total = series.reduce((all, each) => all + (valueAt(each, timeMs) ?? 0), 0);
    if (best === null || total > best.total) best = { timeMs, total };
  }
  return best?.timeMs ?? null;
}

export interface SumCheck {
  sum: number;
  stated: number;
  difference: number;
  /** Whether the parts add up to what is stated, within the tolerance. */
  addsUp: boolean;
  sentence: string;
}

/**
 * Whether parts add up to the whole that is stated for them.
 * @param tolerance as a share of what is stated; rounding of the parts is in it
 */
export function checkSum(
  parts: readonly number[],
  stated: number,
  { unit, tolerance = 0.02 }: { unit: string | null; tolerance?: number },
): SumCheck {
  const total = parts.reduce((all, value) => all + value, 0);
  const difference = total - stated;
  const addsUp = Math.abs(difference) <= tolerance * Math.abs(stated);
  const said = `The parts add up to ${formatQuantity(total, unit)}`;
  return {
    sum: total,
    stated,
    difference,
    addsUp,
    sentence: addsUp
      ? said
      : `${said}, but ${formatQuantity(stated, unit)} is stated: ${formatQuantity(Math.abs(difference), unit)} ${difference > 0 ? 'more' : 'less'}`,
  };
}
