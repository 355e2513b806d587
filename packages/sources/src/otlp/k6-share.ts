import type { Labels } from './otlp-model.ts';

/**
 * What a counter says that k6 makes of one of its rates: `checks.total{condition="nonzero"}` are the hits of `checks`. Null
 * for every other series. Source: grafana/k6, internal/output/opentelemetry.
 */
export function findK6Share(
  metric: string,
  { condition, ...labels }: Labels,
): { metric: string; labels: Labels; isHit: boolean } | null {
  if (!metric.endsWith('.total') || (condition !== 'zero' && condition !== 'nonzero')) return null;
  return { metric: metric.slice(0, -'.total'.length), labels, isHit: condition === 'nonzero' };
}
