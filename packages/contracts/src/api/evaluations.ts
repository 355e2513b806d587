import { z } from 'zod';
import { idSchema, instantSchema, nameSchema, pageQuerySchema, verdictSchema } from './fields.ts';
import { measurementSchema, sloResultSchema, stretchSchema } from './runs.ts';

/** Runs that one request may name. */
const maxNamedRuns = 500;

export const evaluateExperimentSchema = z
  .strictObject({
    version: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The version to evaluate with; the newest when absent' }),
    runs: z.array(idSchema).min(1).max(maxNamedRuns).optional().meta({ description: 'Only these runs' }),
    filter: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .meta({ description: 'Only runs that pass this filter, such as `finishedAt >= "2026-01-01"`' }),
  })
  .refine(({ runs, filter }) => runs === undefined || filter === undefined, {
    path: ['filter'],
    message: 'expected either `runs` or `filter`',
  })
  .meta({ id: 'EvaluateExperiment' });
export type EvaluateExperiment = z.infer<typeof evaluateExperimentSchema>;

export const evaluationJobSchema = z
  .object({
    id: idSchema,
    experiment: nameSchema,
    version: z.number().int(),
    status: z.enum(['running', 'finished', 'cancelled']),
    createdAt: instantSchema,
    createdBy: z.string(),
    finishedAt: instantSchema.nullable(),
    counts: z.object({
      total: z.number().int().meta({ description: 'Runs that were chosen' }),
      pending: z.number().int(),
      evaluated: z.number().int().meta({ description: 'Have new results' }),
      unchanged: z.number().int().meta({ description: 'Had the results of this version already' }),
      kept: z.number().int().meta({ description: 'Keep their old results, since their samples are gone' }),
      failed: z.number().int().meta({ description: 'Keep their old results, since something went wrong' }),
      superseded: z.number().int().meta({ description: 'Were left to a later request, or cancelled' }),
    }),
    notes: z
      .array(z.object({ run: idSchema, note: z.string() }))
      .meta({ description: 'Why runs keep their old results: the first 20' }),
  })
  .meta({ id: 'EvaluationJob' });
export type EvaluationJob = z.infer<typeof evaluationJobSchema>;

export const evaluationOfferQuerySchema = z.object({ version: z.coerce.number().int().min(1).optional() });
export type EvaluationOfferQuery = z.infer<typeof evaluationOfferQuerySchema>;

/** What evaluating the stored runs of an experiment with a version would do. */
export const evaluationOfferSchema = z
  .object({
    experiment: nameSchema,
    version: z.number().int(),
    runs: z.number().int().meta({ description: 'Finished runs that have results' }),
    due: z.number().int().meta({ description: 'Runs whose results another version or definition made' }),
    from: z.array(
      z.object({
        version: z.number().int().nullable(),
        runs: z.number().int(),
        changes: z.array(
          z.object({
            kind: z.enum(['window', 'measurement', 'slo', 'goal']),
            name: z.string(),
            change: z.enum(['added', 'removed', 'changed']),
          }),
        ),
      }),
    ),
    job: evaluationJobSchema.nullable().meta({ description: 'The latest of this experiment' }),
  })
  .meta({ id: 'EvaluationOffer' });
export type EvaluationOffer = z.infer<typeof evaluationOfferSchema>;

/** One evaluation of a run. The newest is the one that the run itself shows. */
export const runEvaluationSchema = z
  .object({
    number: z.number().int(),
    current: z.boolean(),
    version: z.number().int().nullable(),
    reason: z.enum(['finished', 'version', 'windows', 'phases']),
    createdAt: instantSchema.nullable(),
    createdBy: z.string(),
    digest: z.string().nullable().meta({
      description: 'SHA-256 of what of the definition is evaluated; null for evaluations of before',
    }),
    windows: z.record(z.string(), stretchSchema),
    measurements: z.record(z.string(), measurementSchema),
    slos: z.array(sloResultSchema),
    verdict: verdictSchema,
  })
  .meta({ id: 'RunEvaluation' });
export type RunEvaluation = z.infer<typeof runEvaluationSchema>;

export const runEvaluationListSchema = z
  .object({ items: z.array(runEvaluationSchema), nextCursor: z.string().nullable() })
  .meta({ id: 'RunEvaluationList' });
export type RunEvaluationList = z.infer<typeof runEvaluationListSchema>;

export const listRunEvaluationsQuerySchema = pageQuerySchema.extend({
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
export type ListRunEvaluationsQuery = z.infer<typeof listRunEvaluationsQuerySchema>;

/** Windows of a run that one request may set: as many as a definition may have, and the whole run. */
const maxWindows = 201;

export const changeWindowsSchema = z
  .strictObject({
    windows: z
      .record(z.string().min(1).max(64), stretchSchema)
      .refine(
        (windows) => Object.keys(windows).length <= maxWindows,
        `expected at most ${maxWindows} windows`,
      )
      .meta({
        description:
          'All windows that this run has for itself, by name; `*` stands for the whole run. Empty: as the definition says',
      }),
  })
  .meta({ id: 'ChangeWindows' });
export type ChangeWindows = z.infer<typeof changeWindowsSchema>;

export const changePhasesSchema = z
  .strictObject({
    phases: z
      .array(z.strictObject({ name: z.string().min(1).max(100), from: instantSchema, to: instantSchema }))
      .max(200)
      .meta({ description: 'All phases that the run has from now on' }),
    evaluation: z
      .number()
      .int()
      .optional()
      .meta({ description: 'The newest evaluation that the caller knows; another one is a conflict' }),
  })
  .meta({ id: 'ChangePhases' });
export type ChangePhases = z.infer<typeof changePhasesSchema>;
