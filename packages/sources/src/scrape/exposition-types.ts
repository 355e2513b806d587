import type { SeriesKind } from '@proofload/series';

/** Types of the Prometheus text format and of OpenMetrics. */
export const expositionTypes = [
  'counter',
  'gauge',
  'histogram',
  'summary',
  'untyped',
  'unknown',
  'gaugehistogram',
  'info',
  'stateset',
] as const;
export type ExpositionType = (typeof expositionTypes)[number];

/** What each suffix of a family's sample means. Source: OpenMetrics 1.0, section 5; Prometheus text format 0.0.4. */
const suffixes: Readonly<Record<string, Partial<Record<ExpositionType, SeriesKind>>>> = {
  _bucket: { histogram: 'cumulative', gaugehistogram: 'gauge' },
  _count: { histogram: 'cumulative', summary: 'cumulative' },
  _sum: { histogram: 'cumulative', summary: 'cumulative' },
  _total: { counter: 'cumulative' },
  _created: { counter: 'gauge', histogram: 'gauge', summary: 'gauge' },
  _gcount: { gaugehistogram: 'gauge' },
  _gsum: { gaugehistogram: 'gauge' },
  _info: { info: 'gauge' },
};

/** The kind of a sample by the declared types: its own name's, or its family's when the suffix belongs to that. */
export function kindOfSample(name: string, types: ReadonlyMap<string, ExpositionType>): SeriesKind {
  const own = types.get(name);
  if (own !== undefined) return own === 'counter' ? 'cumulative' : 'gauge';
  const family = types.get(name.slice(0, Math.max(0, name.lastIndexOf('_'))));
  return (family && kindOfSuffix(name, family)) ?? 'gauge';
}

/** The kind of a series that comes with the type of its family. */
export function kindOfTyped(name: string, type: ExpositionType): SeriesKind {
  return kindOfSuffix(name, type) ?? (type === 'counter' ? 'cumulative' : 'gauge');
}

const kindOfSuffix = (name: string, type: ExpositionType): SeriesKind | undefined =>
  suffixes[name.slice(Math.max(0, name.lastIndexOf('_')))]?.[type];

/** The kind that the naming rules of Prometheus suggest, where nobody declares one. */
export function kindOfName(name: string): SeriesKind {
  return /_(?:total|count|sum|bucket)$/.test(name) ? 'cumulative' : 'gauge';
}

/** The unit that Prometheus' naming rules put at the end of a name, or null. Buckets and counts have none. */
export function unitOfName(name: string): string | null {
  const base = name.replace(/_(?:total|sum|gsum)$/, '');
  if (base.endsWith('_seconds')) return 's';
  return base.endsWith('_bytes') ? 'bytes' : null;
}
