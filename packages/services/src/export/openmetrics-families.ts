import { seriesKey } from '@proofload/series';
import type { ExportedSeries } from './exported-series.ts';

type FamilyType = 'counter' | 'gauge' | 'summary';

/** What a family gives of the points of its series: the numbers as they are, or what they add up to. */
type FamilyContent = 'values' | 'sums' | 'hits' | 'observations' | 'sketches';

export interface Family {
  /** Without the suffixes of its samples. */
  name: string;
  type: FamilyType;
  unit: string | null;
  help: string;
  content: FamilyContent;
  /** False for a summary with values below zero, whose sum would not only grow. */
  hasSum: boolean;
  series: ExportedSeries[];
}

/** The label by which series are told apart that two origins of a run have in common. */
const originLabel = 'proofload_origin';

/** Names that OpenMetrics puts aside for a family, of which no other may be one. */
const reservedSuffixes: Readonly<Record<FamilyType, readonly string[]>> = {
  counter: ['', '_total', '_created'],
  gauge: [''],
  summary: ['', '_count', '_sum', '_created'],
};

const unitWords: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds' };

/**
 * The series as families of OpenMetrics. A share becomes two counters, of hits and of observations, from which it can
 * be taken over any stretch. What is counted but can fall (an increment below zero) is a gauge, as counters only grow.
 */
export function planFamilies(series: readonly ExportedSeries[]): Family[] {
  const taken = new Set<string>();
  return [...groupByMetric(tellApart(series)).values()].flatMap((group) =>
    shapesOf(group).map((shape) => {
      const name = claim(shape.name, shape.type, taken);
      return { ...shape, name, unit: unitOf(name, shape.unit), series: group };
    }),
  );
}

function shapesOf(group: readonly ExportedSeries[]): Omit<Family, 'series'>[] {
  const [first] = group;
  if (!first) return [];
  const { metric, kind, unit } = first;
  const help = `${metric}: ${kind}${unit === null ? '' : ` in ${unit}`}`;
  const hasNegative = group.some(({ min }) => min !== null && min < 0);
  const shape = { name: metric, unit, help, hasSum: !hasNegative };
  const counted = metric.replace(/(?<=.)_total$/s, '');
  switch (kind) {
    case 'gauge':
      return [{ ...shape, type: 'gauge', content: 'values' }];
    case 'cumulative':
    case 'delta': {
      const content = kind === 'delta' ? 'sums' : 'values';
      if (hasNegative) return [{ ...shape, type: 'gauge', content }];
      return [{ ...shape, type: 'counter', name: counted, content }];
    }
    case 'ratio':
      return (['hits', 'observations'] as const).map((content) => {
        const ofShare = { name: `${metric}_${content}`, unit: null, help: `${help}, ${content}` };
        return { ...shape, ...ofShare, type: 'counter', content };
      });
    case 'distribution':
      return [{ ...shape, type: 'summary', content: 'sketches', help: `${help}, quantiles of each second` }];
  }
}

/** Says where a series came from when another origin has one of the same name and labels. */
function tellApart(series: readonly ExportedSeries[]): ExportedSeries[] {
  const counts = new Map<string, number>();
  for (const one of series) counts.set(seriesKey(one), (counts.get(seriesKey(one)) ?? 0) + 1);
  return series.map((one) =>
    counts.get(seriesKey(one)) === 1 ? one : { ...one, labels: { ...one.labels, [originLabel]: one.origin } },
  );
}

function groupByMetric(series: readonly ExportedSeries[]): Map<string, ExportedSeries[]> {
  const groups = new Map<string, ExportedSeries[]>();
  for (const one of series) {
    const key = `${one.kind}\0${one.metric}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** The name, or one with the type behind it when a family before has taken the name or one of its suffixes. */
function claim(wanted: string, type: FamilyType, taken: Set<string>): string {
  let name = wanted;
  const reserved = (): string[] => reservedSuffixes[type].map((suffix) => `${name}${suffix}`);
  while (reserved().some((one) => taken.has(one))) name = `${name}_${type}`;
  for (const one of reserved()) taken.add(one);
  return name;
}

/** A unit may only be declared when the name ends with it. */
function unitOf(name: string, unit: string | null): string | null {
  if (unit === null) return null;
  return [unitWords[unit] ?? unit, unit].find((word) => name.endsWith(`_${word}`)) ?? null;
}
