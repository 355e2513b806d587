import { z } from 'zod';
import { evaluationJobSchema } from './evaluations.ts';
import {
  idSchema,
  instantSchema,
  labelsSchema,
  nameSchema,
  pageQuerySchema,
  paramsSchema,
  urlSchema,
  verdictSchema,
} from './fields.ts';
import { runRefSchema } from './runs.ts';

/** A definition is validated by the domain's own schema; here it is any JSON object or a YAML text. */
export const saveExperimentResponseSchema = z
  .object({
    name: nameSchema,
    version: z.number().int(),
    url: urlSchema,
    unchanged: z
      .boolean()
      .meta({ description: 'True when the text equals the newest version, and none was added' }),
    warnings: z.array(z.string()),
    evaluation: evaluationJobSchema.nullable().meta({
      description:
        'The finished runs that are evaluated with this version, if that was asked for and there are any',
    }),
  })
  .meta({ id: 'SavedExperiment' });
export type SavedExperiment = z.infer<typeof saveExperimentResponseSchema>;

export const saveExperimentQuerySchema = z.object({
  evaluate: z.enum(['true', 'false']).default('false').meta({
    description: '`true`: evaluate stored runs with this version where it measures or judges differently',
  }),
});

/** Answer of a check: nothing is saved. Errors name the path and, where the text has one, the line. */
export const checkedExperimentSchema = z
  .object({
    errors: z.array(z.object({ field: z.string(), message: z.string(), line: z.number().int().optional() })),
    warnings: z.array(z.string()),
    treatments: z.array(z.object({ key: z.string(), params: paramsSchema, baseline: z.boolean() })),
  })
  .meta({ id: 'CheckedExperiment' });
export type CheckedExperiment = z.infer<typeof checkedExperimentSchema>;

export const experimentSummarySchema = z
  .object({
    name: nameSchema,
    url: urlSchema,
    objective: z.string(),
    labels: labelsSchema,
    version: z.number().int(),
    treatments: z.number().int(),
    replicates: z.number().int(),
    runs: z.object({ total: z.number().int(), active: z.number().int(), failed: z.number().int() }),
    lastRunAt: instantSchema.nullable(),
    lastVerdict: verdictSchema.nullable(),
    updatedAt: instantSchema,
  })
  .meta({ id: 'ExperimentSummary' });
export type ExperimentSummary = z.infer<typeof experimentSummarySchema>;

export const experimentListSchema = z
  .object({ items: z.array(experimentSummarySchema), nextCursor: z.string().nullable() })
  .meta({ id: 'ExperimentList' });
export type ExperimentList = z.infer<typeof experimentListSchema>;
export const listExperimentsQuerySchema = pageQuerySchema;
export type ListExperimentsQuery = z.infer<typeof listExperimentsQuerySchema>;

export const readExperimentQuerySchema = z.object({ version: z.coerce.number().int().min(1).optional() });
export type ReadExperimentQuery = z.infer<typeof readExperimentQuerySchema>;

export const experimentSchema = experimentSummarySchema
  .extend({
    latestVersion: z.number().int(),
    source: z.string().meta({ description: 'The YAML or JSON text as saved' }),
    definition: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The definition, parsed and migrated' }),
    versions: z.array(
      z.object({ version: z.number().int(), createdAt: instantSchema, createdBy: z.string() }),
    ),
    treatmentList: z.array(z.object({ key: z.string(), params: paramsSchema, baseline: z.boolean() })),
  })
  .meta({ id: 'Experiment' });
export type Experiment = z.infer<typeof experimentSchema>;

export const launchSweepSchema = z
  .strictObject({
    params: z
      .record(
        z.string(),
        z.union([
          z
            .array(z.union([z.string(), z.number(), z.boolean()]))
            .min(1)
            .max(100),
          z.string(),
          z.number(),
          z.boolean(),
        ]),
      )
      .optional()
      .meta({ description: 'Only treatments whose factor has one of these levels' }),
    replicates: z.number().int().min(1).max(100).optional(),
    labels: labelsSchema.default({}),
    order: z.enum(['random', 'defined']).default('random'),
    seed: z.number().int().min(0).max(0xffffffff).optional(),
    version: z.number().int().min(1).optional(),
  })
  .meta({ id: 'LaunchSweep' });
export type LaunchSweep = z.infer<typeof launchSweepSchema>;

export const sweepRefSchema = z
  .object({ id: idSchema, url: urlSchema, runs: z.array(runRefSchema) })
  .meta({ id: 'SweepRef' });
export type SweepRef = z.infer<typeof sweepRefSchema>;

export const goalResultSchema = z
  .object({
    measurement: z.string(),
    target: z.string(),
    met: z.boolean().nullable(),
    best: z
      .object({
        treatment: z.string(),
        ratio: z.number(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        n: z.number().int(),
        baselineN: z.number().int(),
      })
      .nullable()
      .meta({ description: 'The treatment nearest to, or farthest past, the target' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'GoalResult' });
export type GoalResult = z.infer<typeof goalResultSchema>;

export const sweepSchema = z
  .object({
    id: idSchema,
    url: urlSchema,
    experiment: nameSchema,
    experimentVersion: z.number().int(),
    evaluatedVersion: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version that judged it, when that is another than it was launched with' }),
    status: z.enum(['queued', 'running', 'finished']),
    verdict: verdictSchema
      .nullable()
      .meta({ description: 'Objectives of every run and the goals; null until finished' }),
    order: z.enum(['random', 'defined']),
    seed: z.number().int(),
    labels: labelsSchema,
    createdAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    counts: z.object({
      total: z.number().int(),
      queued: z.number().int(),
      active: z.number().int(),
      completed: z.number().int(),
      failed: z.number().int(),
      cancelled: z.number().int(),
    }),
    remainingMs: z.number().nullable().meta({ description: 'Estimate from the runs that are done' }),
    goals: z.array(goalResultSchema),
    runs: z.array(
      z.object({
        id: idSchema,
        url: urlSchema,
        status: z.string(),
        outcome: z.string().nullable(),
        verdict: verdictSchema.nullable(),
        treatment: z.string(),
        replicate: z.number().int().nullable(),
        position: z.number().int().nullable(),
      }),
    ),
    compareUrl: urlSchema,
  })
  .meta({ id: 'Sweep' });
export type Sweep = z.infer<typeof sweepSchema>;
export const sweepListSchema = z
  .object({ items: z.array(sweepSchema), nextCursor: z.string().nullable() })
  .meta({ id: 'SweepList' });
export type SweepList = z.infer<typeof sweepListSchema>;

export const listSweepsQuerySchema = pageQuerySchema.extend({ experiment: nameSchema.optional() });
export type ListSweepsQuery = z.infer<typeof listSweepsQuerySchema>;

export const versionDiffQuerySchema = z.object({
  from: z.coerce.number().int().min(1),
  to: z.coerce.number().int().min(1),
});
export type VersionDiffQuery = z.infer<typeof versionDiffQuerySchema>;
export const versionDiffSchema = z
  .object({
    from: z.number().int(),
    to: z.number().int(),
    lines: z.array(
      z.object({
        kind: z.enum(['same', 'added', 'removed']),
        text: z.string(),
        fromLine: z.number().int().nullable(),
        toLine: z.number().int().nullable(),
      }),
    ),
    changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'VersionDiff' });
export type VersionDiff = z.infer<typeof versionDiffSchema>;
