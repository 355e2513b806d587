import { amountSchema } from '@proofload/domain';
import { z } from 'zod';
import { comparisonSchema } from './compare.ts';
import { breachComparisonSchema } from './compare-breaches.ts';
import { capacityComparisonSchema } from './compare-capacity.ts';
import { balanceSchema, breakdownSchema, entitiesSchema, latencySchema } from './compare-parts.ts';
import { scalingSchema } from './compare-scaling.ts';
import { draftBlockSchema } from './draft-document.ts';
import { betterSchema, idSchema, instantSchema, nameSchema, runOutcomeSchema, urlSchema } from './fields.ts';
import { metricListSchema, seriesResponseSchema } from './series.ts';
import { tradeOffSchema } from './trade-off.ts';

/** Characters of a draft. */
export const maxDraftLength = 65_536;

/** Names that are addresses of their own below `/drafts`. */
const takenNames: readonly string[] = ['check', 'new'];

export const draftNameSchema = nameSchema.refine(
  (name) => !takenNames.includes(name),
  `expected another name than ${takenNames.join(' and ')}`,
);

const draftSourceSchema = z
  .string()
  .max(maxDraftLength, `expected at most ${maxDraftLength} characters`)
  .meta({ description: 'Markdown with `{{ expression }}`, and blocks of `proofload` and `claim`' });

export const saveDraftSchema = z
  .strictObject({
    source: draftSourceSchema,
    revision: z.number().int().min(0).optional().meta({
      description:
        'The revision that was changed, 0 for a draft that is not there yet; whatever is there is replaced when absent',
    }),
  })
  .meta({ id: 'SaveDraft' });
export type SaveDraft = z.infer<typeof saveDraftSchema>;

export const checkDraftSchema = z.strictObject({ source: draftSourceSchema }).meta({ id: 'CheckDraft' });

export const draftSummarySchema = z
  .object({
    name: nameSchema,
    title: z.string(),
    url: urlSchema,
    revision: z.number().int().meta({ description: 'Grows with every change' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    updatedBy: z.string(),
  })
  .meta({ id: 'DraftSummary' });
export type DraftSummary = z.infer<typeof draftSummarySchema>;

export const draftSchema = draftSummarySchema.extend({ source: z.string() }).meta({ id: 'Draft' });
export type Draft = z.infer<typeof draftSchema>;
export const draftListSchema = z.object({ items: z.array(draftSummarySchema) }).meta({ id: 'DraftList' });
export type DraftList = z.infer<typeof draftListSchema>;

export const freezeDraftSchema = z
  .strictObject({
    title: z.string().min(1).max(200).optional().meta({ description: 'That of the draft when absent' }),
    visibility: z.enum(['private', 'link']).default('private'),
    revision: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Refuses to freeze when the draft was changed since this revision' }),
  })
  .meta({ id: 'FreezeDraft' });
export type FreezeDraft = z.infer<typeof freezeDraftSchema>;

/** Why there is no number. */
export const expressionProblemSchema = z.object({
  kind: z.enum(['syntax', 'no-runs', 'left-out', 'no-value', 'several', 'units', 'not-assessable']).meta({
    description:
      '`left-out`: the runs that match did not complete; `several`: several treatments, of which nothing makes one number',
  }),
  message: z.string(),
});
export type ExpressionProblem = z.infer<typeof expressionProblemSchema>;

export const expressionResultSchema = z
  .object({
    text: z.string().meta({ description: 'As it is shown; empty when there is no number' }),
    amount: amountSchema.nullable(),
    unit: z.string().nullable().meta({ description: '`x` for ratios' }),
    interval: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .meta({ description: '95 % interval, where all sides have replicates' }),
    n: z.number().int().meta({ description: 'Runs that the number is made of' }),
    replicates: z.string().meta({ description: 'Such as `n=3 against 2`; empty without runs' }),
    runs: z.array(idSchema).meta({ description: 'Those runs, 200 at most' }),
    leftOut: z
      .array(z.object({ run: idSchema, reason: z.string() }))
      .meta({ description: 'Runs that match and take no part, 200 at most' }),
    sources: z.array(z.string()).meta({ description: 'How its measurements are defined' }),
    notes: z.array(z.string()),
    problem: expressionProblemSchema.nullable(),
  })
  .meta({ id: 'ExpressionResult' });
export type ExpressionResult = z.infer<typeof expressionResultSchema>;

export const claimStateSchema = z.enum(['holds', 'drifted', 'cannot-be-evaluated']);
export type ClaimState = z.infer<typeof claimStateSchema>;

export const draftMethodsSchema = z.array(
  z.object({
    experiment: nameSchema.nullable(),
    versions: z.array(z.number().int()),
    objective: z.string().nullable(),
    executor: z.string(),
    factors: z.array(z.object({ name: z.string(), levels: z.array(z.string()) })),
    replicates: z.number().int().nullable(),
    measurements: z.array(z.object({ name: z.string(), said: z.string(), unit: z.string().nullable() })),
    objectives: z.array(z.string()),
    goals: z.array(z.string()),
    treatments: z.array(z.object({ key: z.string(), n: z.number().int(), leftOut: z.array(z.string()) })),
    citations: z.array(z.object({ title: z.string(), url: z.string() })),
  }),
);
export type DraftMethods = z.infer<typeof draftMethodsSchema>;

export const draftEnvironmentSchema = z.object({
  runs: z.number().int(),
  common: z.array(z.object({ name: z.string(), value: z.string() })),
  differing: z.array(
    z.object({
      name: z.string(),
      values: z.array(
        z.object({ value: z.string(), treatments: z.array(z.string()), runs: z.number().int() }),
      ),
    }),
  ),
});
export type DraftEnvironment = z.infer<typeof draftEnvironmentSchema>;

/** A measurement over the levels of a factor. */
export const draftCurveSchema = z.object({
  measurement: z.string(),
  unit: z.string().nullable(),
  better: betterSchema,
  factor: z.string(),
  points: z.array(
    z.object({
      level: z.string(),
      amount: z.number().nullable().meta({ description: 'The level as a number; null when it is none' }),
      mean: z.number().nullable(),
      interval: z
        .object({ low: z.number(), high: z.number() })
        .nullable()
        .meta({ description: '95 % interval of the mean; null at n=1' }),
      values: z.array(z.number()),
      unfinished: z.array(z.string()).meta({ description: 'Why further runs of the level have no value' }),
    }),
  ),
  knee: z
    .object({ level: z.string().nullable(), said: z.string() })
    .nullable()
    .meta({ description: 'Null for measurements without a better side' }),
});
export type DraftCurve = z.infer<typeof draftCurveSchema>;

/** What a `proofload` block shows. */
export const draftViews = [
  'comparison',
  'forest',
  'table',
  'multiples',
  'response-curve',
  'scaling',
  'trade-off',
  'objectives',
  'capacity',
  'balance',
  'breakdown',
  'latency',
  'parallel',
  'slo-matrix',
  'covariates',
  'runs',
  'over-time',
  'percentiles',
  'methods',
  'environment',
] as const;
export const draftViewSchema = z.enum(draftViews);
export type DraftView = z.infer<typeof draftViewSchema>;

/** Series of the runs of a block, and what metrics they have. */
const evaluatedFiguresSchema = z
  .object({
    series: z.array(seriesResponseSchema),
    metrics: z.array(z.object({ run: idSchema, list: metricListSchema })),
  })
  .meta({ id: 'EvaluatedFigures' });
export type EvaluatedFigures = z.infer<typeof evaluatedFiguresSchema>;

export const evaluatedViewSchema = z
  .object({
    line: z.number().int(),
    view: draftViewSchema,
    title: z.string().nullable(),
    problem: z.string().nullable().meta({ description: 'Why there is nothing to show' }),
    comparison: comparisonSchema.nullable(),
    curves: z.array(draftCurveSchema).nullable(),
    figures: evaluatedFiguresSchema
      .nullable()
      .optional()
      .meta({ description: 'Of figures over time and by percentile; absent in reports of before' }),
    scaling: scalingSchema.nullable().optional().meta({ description: 'Absent in reports of before' }),
    tradeOff: tradeOffSchema.nullable().optional().meta({ description: 'Absent in reports of before' }),
    breaches: breachComparisonSchema
      .nullable()
      .optional()
      .meta({ description: 'Absent in reports of before' }),
    capacity: capacityComparisonSchema
      .nullable()
      .optional()
      .meta({ description: 'Absent in reports of before' }),
    balance: balanceSchema.nullable().optional().meta({ description: 'Absent in reports of before' }),
    entities: z
      .array(entitiesSchema)
      .optional()
      .meta({ description: 'The balance over time, of one run of each of the first groups' }),
    breakdown: breakdownSchema.nullable().optional().meta({ description: 'Absent in reports of before' }),
    latency: latencySchema.nullable().optional().meta({ description: 'Absent in reports of before' }),
    methods: draftMethodsSchema.nullable(),
    environment: draftEnvironmentSchema.nullable(),
  })
  .meta({ id: 'EvaluatedView' });
export type EvaluatedView = z.infer<typeof evaluatedViewSchema>;

export const evaluatedClaimSchema = z
  .object({
    line: z.number().int(),
    claim: z.string(),
    expression: z.string(),
    expected: z.string(),
    state: claimStateSchema,
    message: z.string().meta({ description: 'What was found, or why it cannot be evaluated' }),
    result: expressionResultSchema,
  })
  .meta({ id: 'EvaluatedClaim' });
export type EvaluatedClaim = z.infer<typeof evaluatedClaimSchema>;

export const evaluatedNumberSchema = z.object({
  line: z.number().int(),
  expression: z.string(),
  result: expressionResultSchema,
});
export type EvaluatedNumber = z.infer<typeof evaluatedNumberSchema>;

export const draftRunSchema = z.object({
  id: idSchema,
  name: z.string(),
  experiment: nameSchema.nullable(),
  treatment: z.string(),
  outcome: runOutcomeSchema.nullable(),
  definitionVersion: z.number().int().nullable(),
});
export type DraftRun = z.infer<typeof draftRunSchema>;

export const draftEvaluationSchema = z
  .object({
    title: z.string(),
    evaluatedAt: instantSchema,
    document: z.array(draftBlockSchema),
    footnotes: z.array(z.array(draftBlockSchema)),
    numbers: z.array(evaluatedNumberSchema),
    claims: z.array(evaluatedClaimSchema),
    views: z.array(evaluatedViewSchema),
    summary: z.object({
      claims: z.number().int(),
      hold: z.number().int(),
      drifted: z.number().int(),
      cannotBeEvaluated: z.number().int(),
      said: z.string().meta({ description: 'Such as `9 of 10 claims hold`; empty without claims' }),
    }),
    problems: z
      .array(z.object({ line: z.number().int(), message: z.string() }))
      .meta({ description: 'What is wrong with the text, and numbers without a value' }),
    runs: z.array(draftRunSchema).meta({ description: 'Runs that numbers and claims are made of' }),
    definitions: z.array(z.object({ experiment: z.string(), version: z.number().int(), source: z.string() })),
  })
  .meta({ id: 'DraftEvaluation' });
export type DraftEvaluation = z.infer<typeof draftEvaluationSchema>;
