import { amountSchema } from '@proofload/domain';
import { z } from 'zod';
import { boundsSchema, compareQuerySchema, differenceSchema } from './compare.ts';
import { betterSchema, idSchema } from './fields.ts';

const fact = z.string().min(1).max(256);

/** What responds to a factor, among the runs of a comparison. */
export const scalingQuerySchema = compareQuerySchema.safeExtend({
  factor: fact.optional().meta({ description: 'The factor to follow; the one with most levels when absent' }),
  hold: z.string().max(2048).optional().meta({
    description: 'Levels that other factors are held at, such as `qps=100;nodes=2`; all when absent',
  }),
  per: z
    .string()
    .max(1024)
    .optional()
    .meta({ description: 'Comma-separated factors or facts that values are divided by, such as `nodes`' }),
  work: fact.optional().meta({
    description: 'A factor or fact that says how much was done in a duration: durations become rates of it',
  }),
});
export type ScalingQuery = z.infer<typeof scalingQuerySchema>;

const valueSchema = z.object({ run: idSchema, name: z.string(), value: z.number() });

export const scalingPointSchema = z.object({
  level: z.string().meta({ description: 'Such as `150`, or `150/300` of factors that move together' }),
  amount: z.number().nullable().meta({ description: 'The level as a number; null when it is none' }),
  n: z.number().int(),
  mean: z.number().nullable(),
  interval: boundsSchema.nullable().meta({ description: '95 % interval of the mean; null at n=1' }),
  values: z.array(valueSchema),
  amounts: amountSchema.nullable().meta({ description: 'What is known of the mean where runs have ranges' }),
  leftOut: z
    .array(valueSchema.extend({ value: z.number().nullable(), reason: z.string() }))
    .meta({ description: 'Runs that take no part in the mean, with the value that they have all the same' }),
  step: z
    .object({ from: z.string(), change: z.number(), interval: boundsSchema.nullable() })
    .nullable()
    .meta({ description: 'Change from the level before, as a ratio minus one' }),
  change: z
    .number()
    .nullable()
    .meta({ description: 'Change from the reference level, as a ratio minus one' }),
  gain: z
    .object({ ratio: z.number(), interval: boundsSchema.nullable() })
    .nullable()
    .meta({ description: 'How many times as good as the first level' }),
  efficiency: z
    .object({ value: z.number(), interval: boundsSchema.nullable(), isSuperLinear: z.boolean() })
    .nullable()
    .meta({ description: 'The gain over the growth in amount' }),
  difference: differenceSchema,
  sentence: z.string().meta({ description: 'The difference from the reference level, and what it says' }),
  advice: z.string().nullable(),
  confounders: z.array(z.string()),
});
export type ScalingPoint = z.infer<typeof scalingPointSchema>;

const fittedSchema = z.object({
  value: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const lawSchema = z.object({
  law: z.enum(['amdahl', 'universal']),
  parameters: z.array(fittedSchema.extend({ name: z.string() })),
  said: z.string(),
  misfit: z.string().nullable().meta({ description: 'Why it does not describe these levels' }),
  line: z
    .array(z.object({ amount: z.number(), value: z.number() }))
    .meta({ description: 'Empty where the law does not hold' }),
});

export const scalingCurveSchema = z
  .object({
    measurement: z.string(),
    unit: z.string().nullable(),
    better: betterSchema,
    reference: z.string().nullable().meta({ description: 'The level that changes are taken to' }),
    points: z.array(scalingPointSchema),
    knee: z
      .object({
        kind: z.enum(['knee', 'peak', 'flat', 'open', 'none']),
        level: z.string().nullable(),
        plateau: z.object({ from: z.string(), to: z.string() }).nullable(),
        best: z.string().nullable(),
        range: z.object({ from: z.string(), to: z.string() }).nullable(),
        said: z.string(),
      })
      .nullable()
      .meta({ description: 'Null for measurements without a better side' }),
    laws: z.array(lawSchema),
    objectives: z.array(
      z.object({
        name: z.string(),
        objective: z.string(),
        value: z.number().nullable(),
        said: z.string(),
      }),
    ),
    goals: z.array(z.object({ target: z.string(), value: z.number().nullable(), said: z.string() })),
    findings: z.array(z.string()).meta({ description: 'What the levels say, in sentences' }),
  })
  .meta({ id: 'ScalingCurve' });
export type ScalingCurve = z.infer<typeof scalingCurveSchema>;

export const scalingSchema = z
  .object({
    factor: z.string().nullable().meta({ description: 'Null where nothing varies' }),
    factors: z
      .array(z.object({ name: z.string(), label: z.string(), levels: z.array(z.string()) }))
      .meta({ description: 'What varies; those that always move together are one, such as `qps/burst`' }),
    divisors: z.array(z.string()).meta({ description: 'Factors, parameters and facts that are numbers' }),
    per: z.array(z.string()),
    work: z.string().nullable(),
    panels: z.array(
      z.object({
        held: z.array(z.object({ factor: z.string(), level: z.string() })),
        runs: z.number().int(),
        note: z.string().meta({ description: 'What the levels differ in, besides the factor' }),
        comparisons: z.number().int(),
        curves: z.array(scalingCurveSchema),
      }),
    ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Scaling' });
export type Scaling = z.infer<typeof scalingSchema>;
