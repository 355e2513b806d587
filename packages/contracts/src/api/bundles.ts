import { z } from 'zod';
import {
  idSchema,
  instantSchema,
  labelsSchema,
  nameSchema,
  paramsSchema,
  runOutcomeSchema,
  urlSchema,
} from './fields.ts';
import { reportSnapshotSchema, reportSummarySchema } from './reports.ts';
import { citationSchema, measurementSchema, phaseSchema, sloResultSchema } from './runs.ts';

/** Of both: a reader refuses what it does not know. */
export const bundleFormat = 'proofload-bundle';
export const bundleVersion = 1;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hexadecimal digits');

const bundleRunSchema = z
  .object({
    id: idSchema.meta({ description: 'At the instance that executed it; nothing at any other' }),
    name: z.string(),
    experiment: nameSchema.nullable(),
    definitionVersion: z.number().int().nullable(),
    executor: z.string(),
    params: paramsSchema,
    labels: labelsSchema,
    treatment: z.string(),
    replicate: z.number().int().nullable(),
    outcome: runOutcomeSchema.nullable(),
    reason: z.string().nullable(),
    startedAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
    phases: z.array(phaseSchema),
    environment: z.record(z.string(), z.string()),
    measurements: z.record(z.string(), measurementSchema),
    slos: z.array(sloResultSchema),
    citation: citationSchema.nullable(),
  })
  .meta({ id: 'BundleRun' });
export type BundleRun = z.infer<typeof bundleRunSchema>;

/** A report, or a draft as it is now, with its runs in one file that another instance imports. */
export const bundleSchema = z
  .object({
    format: z.literal(bundleFormat),
    version: z.literal(bundleVersion),
    exportedFrom: urlSchema,
    exportedAt: instantSchema,
    report: z.object({
      id: idSchema.nullable().meta({ description: 'At the instance that froze it; null for a draft' }),
      title: z.string().min(1).max(200),
      note: z.string().max(20_000),
      createdAt: instantSchema,
      createdBy: z.string().min(1).max(200),
      digest: digestSchema.meta({
        description: 'SHA-256 of the canonical JSON of note, snapshot and title',
      }),
      snapshot: reportSnapshotSchema,
    }),
    runs: z
      .array(bundleRunSchema)
      .max(5000)
      .meta({ description: 'Those of its runs that were there when it was exported, for members alone' }),
    digest: digestSchema.meta({ description: 'SHA-256 of the canonical JSON of report and runs' }),
  })
  .meta({ id: 'Bundle' });
export type Bundle = z.infer<typeof bundleSchema>;

/** The report that a bundle was imported as. */
export const importedReportSchema = reportSummarySchema
  .extend({
    unchanged: z.boolean().meta({ description: 'True when the project had a report of this digest' }),
  })
  .meta({ id: 'ImportedReport' });
export type ImportedReport = z.infer<typeof importedReportSchema>;
