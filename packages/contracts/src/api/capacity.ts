import { stepFailures } from '@proofload/domain';
import { z } from 'zod';
import { instantSchema } from './fields.ts';

const unitsSchema = z.number().int();
const intervalSchema = z.object({ low: z.number(), high: z.number() });

const stepSchema = z.object({
  step: z.number().int().meta({ description: 'From 1, in the order in which they were tried' }),
  units: unitsSchema,
  state: z.enum(['running', 'good', 'failed']),
  startedAt: instantSchema,
  convergedAt: instantSchema
    .nullable()
    .meta({ description: 'When that began which held; null when nothing did' }),
  heldAt: instantSchema.nullable().meta({ description: 'When it had held for long enough' }),
  endedAt: instantSchema.nullable(),
  durationMs: z
    .number()
    .nullable()
    .meta({ description: 'From its begin until that began which held, in ms; null when nothing did' }),
  failure: z.enum(stepFailures).nullable(),
  reason: z.string().nullable(),
  values: z.record(z.string(), z.number()).meta({ description: 'Resources at its end, by name' }),
});

const resourceSchema = z.object({
  name: z.string(),
  unit: z.string().meta({ description: 'Of its values; empty when it is not known' }),
  limit: z.number().nullable().meta({ description: 'In that unit' }),
  n: z.number().int().meta({ description: 'Steps that held and have a value' }),
  line: z
    .object({ slope: z.number(), intercept: z.number() })
    .nullable()
    .meta({ description: 'Ordinary least squares of the resource on the units; slope in unit per unit' }),
  slope: intervalSchema
    .nullable()
    .meta({ description: '95 % interval of the slope, for three steps or more' }),
  intercept: intervalSchema
    .nullable()
    .meta({ description: '95 % interval of what is used without any units, in the same way' }),
  projected: z
    .object({ value: z.number(), interval: intervalSchema.nullable() })
    .nullable()
    .meta({ description: "Units at which the line reaches the limit, with Fieller's 95 % interval" }),
});

/** The steps of a capacity search, and what they say. */
export const runStepsSchema = z
  .object({
    steps: z.array(stepSchema),
    answer: z.string().nullable().meta({
      description: 'In a line, such as `Holds 80, fails at 81: Unschedulable, timeout`; null without steps',
    }),
    lastGood: unitsSchema.nullable().meta({ description: 'The most that held; null when nothing did' }),
    firstBad: unitsSchema
      .nullable()
      .meta({ description: 'The least that did not hold; null when all did, so that the capacity is open' }),
    failure: z.enum(stepFailures).nullable().meta({ description: 'Of the first bad step' }),
    reason: z.string().nullable(),
    resources: z.array(resourceSchema),
    withinMs: z
      .number()
      .nullable()
      .meta({ description: 'How long a step may take until it has held; null when it is not known' }),
    holdMs: z.number().nullable().meta({ description: 'For how long a step must hold' }),
  })
  .meta({ id: 'RunSteps' });
export type RunSteps = z.infer<typeof runStepsSchema>;
