import { z } from 'zod';

/** What k6 writes with `--out json`, one to a line. Source: grafana/k6, output/json/wrapper.go. */
const tagsSchema = z.record(z.string(), z.string()).nullish();

const metricLineSchema = z.object({
  type: z.literal('Metric'),
  metric: z.string().min(1),
  data: z.object({ type: z.string(), contains: z.string().default('default') }),
});

const pointLineSchema = z.object({
  type: z.literal('Point'),
  metric: z.string().min(1),
  data: z.object({ time: z.string(), value: z.number(), tags: tagsSchema }),
});

export const k6LineSchema = z.discriminatedUnion('type', [metricLineSchema, pointLineSchema]);
export type K6Line = z.infer<typeof k6LineSchema>;

export const tagSetSchema = z.record(z.string(), z.string());
