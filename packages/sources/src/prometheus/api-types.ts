import { z } from 'zod';

/** Answers of the HTTP API, https://prometheus.io/docs/prometheus/latest/querying/api/ (also Thanos, Mimir, VictoriaMetrics). */
const pointSchema = z.tuple([z.number(), z.string()]);

export const rangeAnswerSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        /** Absent for series that hold only native histograms. */
        values: z.array(pointSchema).default([]),
        histograms: z.array(z.unknown()).optional(),
      }),
    ),
  }),
  warnings: z.array(z.string()).optional(),
  /** VictoriaMetrics: some of its storage nodes were away. */
  isPartial: z.boolean().optional(),
});
export type RangeAnswer = z.infer<typeof rangeAnswerSchema>;

export const errorAnswerSchema = z.object({
  status: z.literal('error'),
  errorType: z.string(),
  error: z.string(),
});
