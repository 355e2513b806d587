import { bucketMs, type Points, type Sketch } from '@proofload/series';
import { type ExportedSeries, exportedQuantiles, sortedLabels } from './exported-series.ts';
import type { Family } from './openmetrics-families.ts';

export const openMetricsEnd = '# EOF\n';

/** The extremes are the quantiles 0 and 1, and exact. */
const quantiles = [0, ...Object.values(exportedQuantiles), 1];

/** The lines that declare a family. */
export function encodeFamilyHead({ name, type, unit, help }: Family): string {
  const quoted = quoteName(name);
  const unitLine = unit === null ? '' : `# UNIT ${quoted} ${unit}\n`;
  return `# TYPE ${quoted} ${type}\n${unitLine}# HELP ${quoted} ${escapeText(help)}\n`;
}

type Encode = (points: Points) => Generator<string, void>;

/** Makes the encoder of a family, which takes one series after the other, each piece by piece in order of time. */
export function openFamily(
  family: Family,
): (series: ExportedSeries, points: Points) => Generator<string, void> {
  let current: { id: number; encode: Encode } | null = null;
  return (series, points) => {
    if (current?.id !== series.seriesId)
      current = { id: series.seriesId, encode: openSeries(family, series) };
    return current.encode(points);
  };
}

/**
 * The encoder of one series. What was counted in a second is known when that second ends, so that is its time; a zero
 * at the start of the first second keeps what that one counted from being lost to `rate` and `increase`.
 */
function openSeries(family: Family, series: ExportedSeries): Encode {
  if (family.content === 'sketches') return encodeSummary(family, series);
  const head = sampleHead(family.type === 'counter' ? `${family.name}_total` : family.name, series.labels);
  if (family.content === 'values') {
    return function* (points) {
      const values = 'values' in points ? points.values : [];
      for (const [index, time] of points.times.entries()) yield sample(head, values[index] ?? NaN, time);
    };
  }
  let total: number | null = null;
  return function* (points) {
    const added = addedOf(points, family.content);
    for (const [index, time] of points.times.entries()) {
      if (total === null) yield sample(head, 0, time);
      total = (total ?? 0) + (added[index] ?? 0);
      yield sample(head, total, time + bucketMs);
    }
  };
}

function addedOf(points: Points, content: Family['content']): readonly number[] {
  if (points.kind === 'delta') return points.sums;
  if (points.kind === 'ratio') return content === 'hits' ? points.hits : points.totals;
  return [];
}

/**
 * A summary rather than a gauge histogram: its quantiles are those of the pages, where a histogram would want a line
 * for each of the hundreds of bins of a sketch and give coarser ones back. Count and sum grow, as the format wants.
 */
function encodeSummary(family: Family, { labels }: ExportedSeries): Encode {
  const { name, hasSum } = family;
  const { quantile: own, ...others } = labels;
  const kept = own === undefined ? others : { ...others, exported_quantile: own };
  const heads = quantiles.map((quantile) => sampleHead(name, kept, [['quantile', `${quantile}`]]));
  const [countHead, sumHead] = [sampleHead(`${name}_count`, kept), sampleHead(`${name}_sum`, kept)];
  const totals = { count: 0, sum: 0 };
  const totalsAt = (time: number): string =>
    sample(countHead, totals.count, time) + (hasSum ? sample(sumHead, totals.sum, time) : '');
  return function* (points) {
    const sketches: readonly Sketch[] = points.kind === 'distribution' ? points.sketches : [];
    for (const [index, time] of points.times.entries()) {
      const sketch = sketches[index];
      if (!sketch || sketch.count === 0) continue;
      if (totals.count === 0) yield totalsAt(time);
      totals.count += sketch.count;
      totals.sum += sketch.sum;
      const values = sketch.quantiles(quantiles);
      for (const [at, head] of heads.entries()) yield sample(head, values[at] ?? NaN, time + bucketMs);
      yield totalsAt(time + bucketMs);
    }
  };
}

const sample = (head: string, value: number, timeMs: number): string =>
  `${head} ${numberText(value)} ${(timeMs / 1000).toFixed(3)}\n`;

/** Name and labels. A name that the classic syntax cannot hold stands in quotes within the braces. */
function sampleHead(
  name: string,
  labels: Readonly<Record<string, string>>,
  more: readonly [name: string, value: string][] = [],
): string {
  const pairs = [...sortedLabels(labels), ...more].map(
    ([label, value]) =>
      `${/^[A-Za-z_][A-Za-z0-9_]*$/.test(label) ? label : inQuotes(label)}=${inQuotes(value)}`,
  );
  const quoted = quoteName(name);
  if (quoted !== name) return `{${[quoted, ...pairs].join(',')}}`;
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

const quoteName = (name: string): string => (/^[A-Za-z_:][A-Za-z0-9_:]*$/.test(name) ? name : inQuotes(name));
const inQuotes = (text: string): string => `"${escapeText(text)}"`;
const escapeText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return String(value);
}
