import { z } from 'zod';
import { compareQuerySchema, comparisonSchema } from './compare.ts';
import { draftEvaluationSchema } from './drafts.ts';
import { idSchema, instantSchema, nameSchema, urlSchema } from './fields.ts';
import { partChoicesSchema, reportPartsSchema } from './report-parts.ts';
import { metricListSchema, seriesResponseSchema } from './series.ts';

export const createReportSchema = z
  .strictObject({
    title: z.string().min(1).max(200),
    note: z.string().max(20_000).default(''),
    visibility: z
      .enum(['private', 'link'])
      .default('private')
      .meta({ description: '`link`: readable without signing in' }),
    view: z
      .strictObject({
        compare: compareQuerySchema,
        metrics: z
          .array(z.string().max(256))
          .max(12)
          .default([])
          .meta({ description: 'Metrics drawn over time; the first few when empty' }),
        column: z.string().max(32).optional(),
        parts: partChoicesSchema
          .optional()
          .meta({ description: 'How what stands beside the summary is looked at' }),
      })
      .meta({ description: 'The comparison to freeze' }),
  })
  .meta({ id: 'CreateReport' });
export type CreateReport = z.infer<typeof createReportSchema>;

export const updateReportSchema = z
  .strictObject({
    visibility: z.enum(['private', 'link']).optional(),
    revoked: z.literal(true).optional(),
  })
  .meta({ id: 'UpdateReport' });
export type UpdateReport = z.infer<typeof updateReportSchema>;

/** Everything that the page of a comparison draws, copied at the time of freezing: it needs no run, series or definition any more. */
export const comparisonSnapshotSchema = z
  .object({
    version: z.literal(1),
    comparison: comparisonSchema,
    series: z.array(seriesResponseSchema),
    metrics: z.array(z.object({ run: idSchema, list: metricListSchema })),
    definitions: z.array(z.object({ experiment: z.string(), version: z.number().int(), source: z.string() })),
    view: z.record(z.string(), z.unknown()),
    parts: reportPartsSchema.optional().meta({ description: 'Absent in reports of before' }),
  })
  .meta({ id: 'ComparisonSnapshot' });
export type ComparisonSnapshot = z.infer<typeof comparisonSnapshotSchema>;

/** A draft as it was evaluated when it was frozen. */
export const draftSnapshotSchema = z
  .object({
    version: z.literal(2),
    draft: z.object({ name: nameSchema, revision: z.number().int(), source: z.string() }),
    evaluation: draftEvaluationSchema,
  })
  .meta({ id: 'DraftSnapshot' });
export type DraftSnapshot = z.infer<typeof draftSnapshotSchema>;

export const reportSnapshotSchema = z
  .discriminatedUnion('version', [comparisonSnapshotSchema, draftSnapshotSchema])
  .meta({ id: 'ReportSnapshot' });
export type ReportSnapshot = z.infer<typeof reportSnapshotSchema>;

/** The runs that a frozen page shows. */
export function runsOfSnapshot(snapshot: ReportSnapshot): string[] {
  if (snapshot.version === 1) return snapshot.comparison.runs.map(({ id }) => id);
  const { runs, views } = snapshot.evaluation;
  const compared = views.flatMap(({ comparison }) => comparison?.runs ?? []);
  return [...new Set([...runs, ...compared].map(({ id }) => id))];
}

export const reportSummarySchema = z
  .object({
    id: idSchema,
    url: urlSchema,
    title: z.string(),
    visibility: z.enum(['private', 'link']),
    createdAt: instantSchema,
    createdBy: z.string(),
    revokedAt: instantSchema.nullable(),
    digest: z.string().meta({ description: 'SHA-256 of the frozen content' }),
    runs: z.number().int(),
    imported: z
      .object({
        from: urlSchema.meta({ description: 'The instance that exported it' }),
        exportedAt: instantSchema,
        at: instantSchema,
        by: z.string(),
      })
      .nullable()
      .meta({ description: 'Where a report came from that was frozen at another instance' }),
  })
  .meta({ id: 'ReportSummary' });
export type ReportSummary = z.infer<typeof reportSummarySchema>;
export const reportSchema = reportSummarySchema
  .extend({ note: z.string(), snapshot: reportSnapshotSchema })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof reportSchema>;
export const reportListSchema = z.object({ items: z.array(reportSummarySchema) }).meta({ id: 'ReportList' });
export type ReportList = z.infer<typeof reportListSchema>;
