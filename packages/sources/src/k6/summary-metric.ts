import type { SeriesIdentity } from '@proofload/series';
import type { ReportedSeries } from '../stream/reported-series.ts';
import { kindOfType, unitOfContent } from './k6-metrics.ts';

/** One metric of a summary in any of its shapes, by the names of `handleSummary`. */
export interface SummaryMetric {
  name: string;
  type: 'counter' | 'gauge' | 'rate' | 'trend';
  contains: string;
  values: Readonly<Record<string, number>>;
  /** True for those that held. */
  thresholds: Readonly<Record<string, boolean>>;
}

/** @param durationS of the run, for the rate of counters that do not say it */
export function toReportedSeries(metric: SummaryMetric, durationS: number | null): ReportedSeries {
  const { name, labels } = readSubmetric(metric.name);
  const identity: SeriesIdentity = {
    metric: name,
    kind: kindOfType.get(metric.type) ?? 'gauge',
    unit: unitOfContent.get(metric.contains) ?? null,
    labels,
  };
  const totals = toTotals(metric);
  const rate = metric.type === 'counter' ? (metric.values.rate ?? divide(totals.sum, durationS)) : null;
  return {
    identity,
    totals,
    reported: {
      quantiles: metric.type === 'trend' ? toQuantiles(metric.values) : {},
      rate,
      thresholds: metric.thresholds,
      isPart: Object.keys(labels).length > 0,
    },
  };
}

/** `http_req_duration{scenario:burst,status:200}` as name and labels. Source: grafana/k6, metrics/metric.go. */
function readSubmetric(text: string): { name: string; labels: Record<string, string> } {
  const open = text.indexOf('{');
  if (open === -1 || !text.endsWith('}')) return { name: text, labels: {} };
  const labels = text
    .slice(open + 1, -1)
    .split(',')
    .map((pair) => pair.split(':'))
    .map(([key = '', ...rest]) => [unquote(key), unquote(rest.join(':'))] as const)
    .filter(([key]) => key !== '');
  return { name: text.slice(0, open), labels: Object.fromEntries(labels) };
}

const unquote = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');

function toTotals({ type, values }: SummaryMetric): ReportedSeries['totals'] {
  switch (type) {
    case 'counter': {
      // How often a counter was added to is not in a summary; nearly always it was by 1.
      const count = values.count ?? 0;
      return { count, sum: count, min: null, max: null, last: null };
    }
    case 'rate': {
      const hits = values.passes ?? values.matches ?? 0;
      const count = values.total ?? hits + (values.fails ?? 0);
      return { count, sum: hits, min: null, max: null, last: null };
    }
    case 'gauge':
      return {
        count: 0,
        sum: 0,
        min: values.min ?? null,
        max: values.max ?? null,
        last: values.value ?? null,
      };
    case 'trend': {
      const count = values.count ?? 0;
      return {
        count,
        sum: count * (values.avg ?? 0),
        min: values.min ?? null,
        max: values.max ?? null,
        last: null,
      };
    }
  }
}

/** `avg`, `med`, `p(95)` and `p95` by the names that measurements use. */
function toQuantiles(values: Readonly<Record<string, number>>): Record<string, number> {
  const quantiles: Record<string, number> = {};
  for (const [name, value] of Object.entries(values)) {
    const percentile = /^p\(?(\d+(?:\.\d+)?)\)?$/.exec(name)?.[1];
    if (percentile !== undefined) quantiles[`p${percentile}`] = value;
    else if (name === 'med') quantiles.p50 = value;
    else if (name === 'avg') quantiles.avg = value;
  }
  return quantiles;
}

/** Per second; a run of less than a millisecond has no rate. */
const divide = (value: number, byS: number | null): number | null =>
  byS === null || byS < 0.001 ? null : value / byS;
