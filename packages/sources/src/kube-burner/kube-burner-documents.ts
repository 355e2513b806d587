import { z } from 'zod';

const text = z.string().nullish();

/** What every document of kube-burner has. Source: kube-burner/kube-burner, its documentation of metrics and measurements. */
export const documentSchema = z.looseObject({
  metricName: z.string().min(1, 'expected a name'),
  timestamp: text,
  jobName: text,
  /** Older versions put the whole configuration of the job here instead. */
  jobConfig: z.looseObject({ name: text }).nullish(),
});
export type KubeBurnerDocument = z.infer<typeof documentSchema>;

/** A sample of a query. kube-burner writes 0 where Prometheus answered NaN. */
export const sampleSchema = z.object({
  timestamp: z.string(),
  value: z.number(),
  labels: z.record(z.string(), z.string()).nullish(),
  query: text,
});

const figure = z.number().nullish();

/** Percentiles of a measurement. Older versions begin all of the names with a capital. */
export const quantilesSchema = z.looseObject({
  quantileName: z.string().min(1),
  min: figure,
  Min: figure,
  max: figure,
  Max: figure,
  avg: figure,
  Avg: figure,
});

export const alertSchema = z.object({ severity: text, description: z.string(), timestamp: text });

/**
 * Milliseconds of a latency's unit. Those of services are Go durations; all others are milliseconds, even where
 * kube-burner's types say otherwise (network policies).
 */
export const msOfLatency = (measurement: string): number => (measurement.startsWith('svcLatency') ? 1e-6 : 1);

/** Fields of measurements that are latencies without saying so in their names. */
const latencyFields = new Set(['ready', 'minReady', 'ipAssigned']);

export const isLatency = (field: string): boolean => field.endsWith('Latency') || latencyFields.has(field);
