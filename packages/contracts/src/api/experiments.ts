import { z } from 'zod';
import { evaluationJobSchema } from './evaluations.ts';
import {
  betterSchema,
  instantSchema,
  labelsSchema,
  nameSchema,
  pageQuerySchema,
  paramsSchema,
  urlSchema,
  verdictSchema,
} from './fields.ts';

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
    changes: z
      .object({ total: z.number().int(), worse: z.number().int() })
      .meta({ description: 'Changes along the histories of its measurements that nobody has acknowledged' }),
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

/** Of a definition, what figures read: measurements and objectives. The rest is there as well. */
const definitionSchema = z
  .looseObject({
    measurements: z.record(
      z.string(),
      z.object({
        of: z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('metric'),
            metric: z.string(),
            selector: z.string(),
            aggregate: z.string(),
          }),
          z.object({ kind: z.literal('duration'), window: z.string() }),
          z.object({ kind: z.literal('reported') }),
        ]),
        over: z.string().nullable(),
        balance: z.string().nullable(),
        unit: z.string().nullable(),
        better: betterSchema,
        minimumEffect: z.number().exactOptional(),
      }),
    ),
    slos: z
      .array(
        z.object({
          name: z.string(),
          measurement: z.string(),
          objective: z.string(),
          stepMs: z.number().nullable(),
          target: z.number().exactOptional(),
        }),
      )
      .readonly(),
  })
  .meta({ description: 'The definition, parsed and migrated' });

export const experimentSchema = experimentSummarySchema
  .extend({
    latestVersion: z.number().int(),
    source: z.string().meta({ description: 'The YAML or JSON text as saved' }),
    definition: definitionSchema,
    versions: z.array(
      z.object({ version: z.number().int(), createdAt: instantSchema, createdBy: z.string() }),
    ),
    treatmentList: z.array(z.object({ key: z.string(), params: paramsSchema, baseline: z.boolean() })),
  })
  .meta({ id: 'Experiment' });
export type Experiment = z.infer<typeof experimentSchema>;

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
