import { z } from 'zod';
import { idSchema, instantSchema, labelsSchema } from './fields.ts';

/** `delta`: increments per second (k6 counter); `cumulative`: Prometheus counter; `ratio`: share of non-zero (k6 rate). */
export const seriesKindSchema = z.enum(['delta', 'cumulative', 'gauge', 'ratio', 'distribution']);

export const seriesQuerySchema = z.object({
  metric: z.string().min(1).max(256),
  labels: z
    .string()
    .max(2048)
    .optional()
    .meta({ description: 'Selector such as `scenario="steady",status=~"5.."`' }),
  by: z.string().max(256).optional().meta({
    description: 'Comma-separated labels to keep apart; the others are merged. `*` keeps every series apart',
  }),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  points: z.coerce.number().int().min(2).max(4000).default(600),
});
export type SeriesQuery = z.infer<typeof seriesQuerySchema>;

export const exportFormatSchema = z.enum(['csv', 'openmetrics']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportQuerySchema = z.object({
  format: exportFormatSchema,
  metric: z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .meta({ description: 'Comma-separated names of metrics of the run; all of them when it is left out' }),
});
export type ExportQuery = z.infer<typeof exportQuerySchema>;

/**
 * One line of a chart, columnar. `times` are milliseconds after `origin`. Columns by kind: `delta` and `cumulative`
 * have `rate` (per second); `gauge` has `min`, `max`, `mean`; `ratio` has `ratio`;
 * `distribution` has `count`, `avg`, `min`, `max`, `p50`, `p90`, `p95`, `p99`. A null is a gap.
 */
export const seriesLineSchema = z
  .object({
    metric: z.string(),
    kind: seriesKindSchema,
    unit: z.string().nullable(),
    labels: labelsSchema,
    times: z.array(z.number()),
    columns: z.record(z.string(), z.array(z.number().nullable())),
  })
  .meta({ id: 'SeriesLine' });
export type SeriesLine = z.infer<typeof seriesLineSchema>;

export const seriesResponseSchema = z
  .object({
    run: idSchema,
    origin: instantSchema.meta({ description: 'Start of the run; `times` count from here' }),
    from: instantSchema,
    to: instantSchema,
    stepMs: z.number(),
    lines: z.array(seriesLineSchema),
    omitted: z.number().int().meta({ description: 'Series that matched but were left out for their number' }),
  })
  .meta({ id: 'SeriesResponse' });
export type SeriesResponse = z.infer<typeof seriesResponseSchema>;

/** What a run holds, for the metric picker. */
export const metricListSchema = z
  .object({
    metrics: z.array(
      z.object({
        metric: z.string(),
        kind: seriesKindSchema,
        unit: z.string().nullable(),
        source: z.string().meta({ description: '`k6`, `scrape`, `prometheus`, ...' }),
        series: z.number().int(),
        samples: z.number().int(),
        isReported: z.boolean().meta({
          description: 'True when only figures over the whole run are known, without samples over time',
        }),
        labelNames: z.array(z.string()),
        totals: z
          .object({
            count: z.number(),
            sum: z.number(),
            min: z.number().nullable(),
            max: z.number().nullable(),
            avg: z.number().nullable(),
            p50: z.number().nullable(),
            p90: z.number().nullable(),
            p95: z.number().nullable(),
            p99: z.number().nullable(),
            p999: z.number().nullable().meta({ description: 'The 99.9th percentile' }),
          })
          .meta({ description: 'Over the whole run; percentiles only for distributions' }),
      }),
    ),
  })
  .meta({ id: 'MetricList' });
export type MetricList = z.infer<typeof metricListSchema>;
