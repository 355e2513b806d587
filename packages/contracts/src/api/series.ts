import { z } from 'zod';
import { idSchema, instantSchema, labelsSchema, pageQuerySchema, urlSchema } from './fields.ts';

/** `delta`: increments per second (k6 counter); `cumulative`: Prometheus counter; `ratio`: share of non-zero (k6 rate). */
export const seriesKindSchema = z.enum(['delta', 'cumulative', 'gauge', 'ratio', 'distribution']);

const seriesIdsSchema = z
  .string()
  .max(4096)
  .regex(/^\d{1,10}( *, *\d{1,10})*$/, 'expected ids, separated by commas');

export const seriesQuerySchema = z.object({
  metric: z
    .string()
    .min(1)
    .max(4096)
    .meta({ description: 'Name of a metric, or up to 20 names separated by commas' }),
  series: seriesIdsSchema.optional().meta({
    description: 'Only the series of these ids, each a line of its own, as `/runs/{id}/catalog` gives them',
  }),
  labels: z
    .string()
    .max(2048)
    .optional()
    .meta({ description: 'Selector such as `scenario="steady",status=~"5.."`' }),
  by: z.string().max(256).optional().meta({
    description: 'Comma-separated labels to keep apart; the others are merged. `*` keeps every series apart',
  }),
  columns: z.string().max(256).optional().meta({
    description: 'Comma-separated columns of the lines, such as `p95,p99`; all when it is left out',
  }),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  points: z.coerce.number().int().min(2).max(4000).default(1000),
});
export type SeriesQuery = z.infer<typeof seriesQuerySchema>;

const runIdsSchema = z.string().min(1).max(16_384).meta({ description: 'Comma-separated run ids' });
export const runsQuerySchema = z.object({ runs: runIdsSchema });
export type RunsQuery = z.infer<typeof runsQuerySchema>;

/** The same for several runs at once. */
export const runSeriesQuerySchema = seriesQuerySchema
  .omit({ series: true, from: true, to: true })
  .extend({ runs: runIdsSchema });
export type RunSeriesQuery = z.infer<typeof runSeriesQuerySchema>;

export const catalogQuerySchema = pageQuerySchema.extend({
  metric: z.string().min(1).max(256).optional(),
  labels: z.string().max(2048).optional().meta({ description: 'Selector such as `pod=~"web-.*"`' }),
  search: z
    .string()
    .max(256)
    .optional()
    .meta({ description: 'Words that all occur in the name, the labels or their values' }),
  series: seriesIdsSchema.optional().meta({ description: 'Only the series of these ids' }),
});
export type CatalogQuery = z.infer<typeof catalogQuerySchema>;

export const seriesSearchQuerySchema = pageQuerySchema.extend({
  metric: z.string().min(1).max(256),
  labels: z.string().max(2048).optional().meta({ description: 'Selector such as `shard=~"1|2"`' }),
});
export type SeriesSearchQuery = z.infer<typeof seriesSearchQuerySchema>;

export const statisticsQuerySchema = z.object({
  metric: z.string().min(1).max(256),
  labels: z.string().max(2048).optional().meta({ description: 'Selector such as `status=~"5.."`' }),
  by: z
    .string()
    .max(256)
    .optional()
    .meta({ description: 'Comma-separated labels to keep apart; `*` keeps every series apart' }),
  aggregates: z.string().max(256).default('count,avg,min,max,p50,p90,p95,p99').meta({
    description:
      'Comma-separated: count, sum, rate, avg, min, max, last, increase, share, or percentiles such as p99.9',
  }),
  phase: z.string().max(128).optional().meta({ description: 'A phase of the run' }),
  from: instantSchema.optional(),
  to: instantSchema.optional().meta({
    description: 'What was seen exactly then is left out, unless nothing of the run follows',
  }),
});
export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>;

export const exportFormatSchema = z.enum(['csv', 'openmetrics', 'parquet']);
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
 * have `rate` (per second), and `min` and `max` of it where a point stands for more than a second; `gauge` has `min`, `max`, `mean`; `ratio` has `ratio`;
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

export const runSeriesResponseSchema = z
  .object({ series: z.array(seriesResponseSchema).meta({ description: 'One entry per run, as asked for' }) })
  .meta({ id: 'RunSeriesResponse' });

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

/** What several runs hold. */
export const runMetricsSchema = z
  .object({ runs: z.array(metricListSchema.extend({ run: idSchema })) })
  .meta({ id: 'RunMetrics' });

/** Single series of a run, with figures over the whole of it. */
export const seriesCatalogSchema = z
  .object({
    items: z.array(
      z.object({
        id: z.number().int(),
        metric: z.string(),
        kind: seriesKindSchema,
        unit: z.string().nullable(),
        source: z.string(),
        labels: labelsSchema,
        samples: z.number(),
        min: z.number().nullable(),
        max: z.number().nullable(),
        last: z.number().nullable(),
        from: instantSchema.nullable(),
        to: instantSchema.nullable(),
      }),
    ),
    total: z.number().int(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'SeriesCatalog' });
export type SeriesCatalog = z.infer<typeof seriesCatalogSchema>;

/** Aggregates over a stretch of a run. */
export const seriesStatisticsSchema = z
  .object({
    run: idSchema,
    metric: z.string(),
    from: instantSchema,
    to: instantSchema,
    groups: z.array(
      z.object({
        labels: labelsSchema,
        kind: seriesKindSchema,
        series: z.number().int(),
        figures: z.record(
          z.string(),
          z.object({
            value: z.number().nullable(),
            unit: z.string().nullable(),
            samples: z.number(),
            note: z.string().nullable().meta({ description: 'Why there is no value' }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'SeriesStatistics' });
export type SeriesStatistics = z.infer<typeof seriesStatisticsSchema>;

/** Runs that have series of a metric, newest first. */
export const runsWithSeriesSchema = z
  .object({
    items: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        url: urlSchema,
        series: z.number().int().meta({ description: 'Series of the run that have the labels' }),
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'RunsWithSeries' });
export type RunsWithSeries = z.infer<typeof runsWithSeriesSchema>;
