import { amountSchema } from '@proofload/domain';
import { z } from 'zod';
import {
  betterSchema,
  idSchema,
  labelsSchema,
  nameSchema,
  paramsSchema,
  runOutcomeSchema,
} from './fields.ts';
import { phaseSchema, sloResultSchema, validityFindingSchema } from './runs.ts';
import { goalResultSchema } from './sweeps.ts';

/** Runs are given by id, or all runs of a sweep, or treatments of an experiment. */
export const compareQuerySchema = z
  .strictObject({
    runs: z.string().max(16_384).optional().meta({ description: 'Comma-separated run ids' }),
    sweep: idSchema.optional(),
    experiment: nameSchema.optional(),
    treatments: z
      .string()
      .max(8192)
      .optional()
      .meta({ description: 'Treatment keys to keep, separated by `;`' }),
    baseline: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: 'Key of the group that ratios are taken to' }),
    by: z
      .string()
      .max(256)
      .default('treatment')
      .meta({ description: '`treatment`, `run`, or a factor or `label.x`' }),
    measurements: z
      .string()
      .max(4096)
      .optional()
      .meta({ description: 'Comma-separated names; all when absent' }),
    limited: z.enum(['exclude', 'include']).optional().meta({
      description: 'Whether runs that were limited take part in means; they are left out unless included',
    }),
  })
  .refine((q) => q.runs !== undefined || q.sweep !== undefined || q.experiment !== undefined, {
    path: ['runs'],
    message: 'expected `runs`, `sweep` or `experiment`',
  });
export type CompareQuery = z.infer<typeof compareQuerySchema>;

/** Why the values of a measurement may not belong together. */
export const mixedSchema = z
  .object({
    kind: z.enum(['window', 'definition']).meta({
      description:
        '`window`: some runs count a window of their own; `definition`: versions that measure differently evaluated them',
    }),
    runs: z.array(idSchema).meta({ description: 'The runs that differ' }),
    message: z.string(),
  })
  .meta({ id: 'Mixed' });

/**
 * Judgement of a difference from the baseline; `not-assessable` whenever a side has one replicate, `confounded` when something
 * else differs from the baseline in every run, `no-relevant-difference` within the least effect that matters.
 */
export const differenceSchema = z.enum([
  'better',
  'worse',
  'different',
  'no-difference',
  'no-relevant-difference',
  'confounded',
  'not-assessable',
  'no-data',
  'baseline',
]);

export const boundsSchema = z.object({ low: z.number(), high: z.number() });

/** What stands behind a judgement. */
const effectSchema = z.object({
  probability: z
    .number()
    .nullable()
    .meta({ description: 'Of a difference as great by chance alone; null when not assessable' }),
  adjusted: z
    .number()
    .nullable()
    .meta({ description: 'The same, adjusted for all comparisons (Benjamini and Hochberg): decides' }),
  holm: z.number().nullable().meta({ description: 'The same, adjusted by Holm, which is stricter' }),
  nextRun: boundsSchema
    .nullable()
    .meta({ description: 'Where a single further run is expected with 95 %; null below three runs' }),
  minimumEffect: z.number().meta({ description: 'The least change that matters, as a share' }),
  advice: z.string().nullable().meta({ description: 'How many replicates would tell, where these do not' }),
  confounders: z
    .array(z.string())
    .meta({ description: 'What else differs from the baseline in every run; the verdict is withheld then' }),
});

export const comparedGroupSchema = z.object({
  key: z.string().meta({ description: 'Such as `workers=2`' }),
  params: paramsSchema,
  runs: z.array(idSchema),
  n: z.number().int().meta({ description: 'Completed runs' }),
  excluded: z.array(z.object({ run: idSchema, outcome: runOutcomeSchema.nullable(), reason: z.string() })),
});

export const comparedCellSchema = z
  .object({
    group: z.string(),
    n: z.number().int(),
    median: z.number().nullable(),
    mean: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    stddev: z.number().nullable(),
    values: z.array(z.object({ run: idSchema, value: z.number() })),
    amounts: z
      .array(z.object({ run: idSchema, amount: amountSchema }))
      .optional()
      .meta({ description: 'Ranges and bounds, which have no part in means; absent when there are none' }),
    amount: amountSchema
      .optional()
      .meta({ description: 'What is known of the mean of values and amounts; absent without amounts' }),
    ratio: z.number().nullable().meta({ description: 'Mean over the mean of the baseline' }),
    low: z.number().nullable().meta({ description: '95 % interval of the ratio; null when not assessable' }),
    high: z.number().nullable(),
    difference: differenceSchema,
    sentence: z.string(),
    effect: effectSchema.optional().meta({ description: 'Absent in reports of before, and for ranges' }),
  })
  .meta({ id: 'ComparedCell' });
export type ComparedCell = z.infer<typeof comparedCellSchema>;

export const comparisonSchema = z
  .object({
    experiment: nameSchema.nullable(),
    by: z.string(),
    baseline: z.string().nullable(),
    summary: z.string().meta({ description: 'The comparison in a sentence' }),
    groups: z.array(comparedGroupSchema),
    measurements: z.array(
      z.object({
        name: z.string(),
        unit: z.string().nullable(),
        better: betterSchema,
        cells: z.array(comparedCellSchema),
        mixed: z
          .array(mixedSchema)
          .optional()
          .meta({ description: 'Empty when all values were measured alike; absent in reports of before' }),
      }),
    ),
    multiplicity: z
      .object({ comparisons: z.number().int(), method: z.literal('benjamini-hochberg'), level: z.number() })
      .optional()
      .meta({
        description: 'Over how many comparisons the verdicts hold together; absent in reports of before',
      }),
    goals: z.array(goalResultSchema),
    slos: z.array(
      z.object({
        name: z.string(),
        objective: z.string(),
        unit: z.string().nullable(),
        cells: z.array(z.object({ run: idSchema, result: sloResultSchema.nullable() })),
      }),
    ),
    runs: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        group: z.string(),
        replicate: z.number().int().nullable(),
        status: z.string(),
        outcome: runOutcomeSchema.nullable(),
        verdict: z.string().nullable(),
        labels: labelsSchema,
        startedAt: z.string().nullable(),
        validity: z.array(validityFindingSchema).optional(),
        definitionVersion: z.number().int().nullable().meta({
          description: 'The version that evaluated the run, or that it was launched with until then',
        }),
        samplesExpiredAt: z
          .string()
          .nullable()
          .optional()
          .meta({ description: 'Absent from reports of before there were rules of retention' }),
        phases: z.array(phaseSchema).optional().meta({
          description: 'Where figures over time can be aligned; absent from reports of before they could',
        }),
      }),
    ),
    covariates: z.array(
      z.object({ name: z.string(), values: z.array(z.object({ run: idSchema, value: z.string() })) }),
    ),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparisonSchema>;
