import { stepFailures } from '@proofload/domain';
import { z } from 'zod';
import { runStepsSchema } from './capacity.ts';
import { idSchema, nameSchema } from './fields.ts';

const boundsSchema = z.object({ low: z.number(), high: z.number() });
const sentenceSchema = z.string().meta({ description: 'What the numbers say, or why nothing can be said' });

/** What is put into a reckoning: as it was given, and the number that was taken for it. */
const operandSchema = z.object({
  said: z.string().meta({ description: 'With its unit; a range stays a range' }),
  value: z.number().meta({ description: 'In the common unit; the middle of a range' }),
});
export type LimitOperandValue = z.infer<typeof operandSchema>;

const resourceLimitSchema = z.object({
  kind: z.literal('resource'),
  name: z.string(),
  unit: z.string(),
  noun: z.string().meta({ description: 'What the units are, such as `pods`' }),
  base: operandSchema.nullable(),
  perUnit: operandSchema.nullable(),
  limit: operandSchema.nullable(),
  projected: z
    .number()
    .nullable()
    .meta({ description: 'Units at which the limit would be reached; null when that cannot be told' }),
  bounds: boundsSchema
    .nullable()
    .meta({ description: 'Of the projection, from the ends of ranges; null when all is exact' }),
  observed: z
    .object({ units: z.number(), said: z.string(), note: z.string().nullable() })
    .nullable()
    .meta({ description: 'Where it was seen to fail' }),
  failure: z.enum(stepFailures).nullable(),
  share: z.number().nullable().meta({ description: 'Seen over projected' }),
  boundBy: z
    .enum(['resource', 'something-else'])
    .nullable()
    .meta({ description: 'Whether it failed by running out of the resource; null when that is not known' }),
  sentence: sentenceSchema,
});

const capsLimitSchema = z.object({
  kind: z.literal('caps'),
  name: z.string(),
  unit: z.string().meta({ description: 'In which the caps are compared' }),
  caps: z.array(
    z.object({
      name: z.string(),
      said: z.string().meta({ description: 'As it is promised, with its unit' }),
      allows: z
        .number()
        .nullable()
        .meta({ description: 'In the common unit; null when it does not convert' }),
      unknown: z.string().nullable().meta({ description: 'Why it has no value or does not convert' }),
    }),
  ),
  binding: z.string().nullable().meta({ description: 'The cap that is reached first' }),
  close: z.array(z.string()).meta({ description: 'Caps that are reached at nearly the same throughput' }),
  seen: z.string().nullable().meta({ description: 'The cap that was seen to bind' }),
  operation: operandSchema.nullable().meta({ description: 'Size of one operation, in bytes' }),
  turnsAt: z
    .number()
    .nullable()
    .meta({ description: 'Bytes an operation below which the cap on operations is reached first' }),
  reached: operandSchema.nullable(),
  sentence: sentenceSchema,
});

const addressesLimitSchema = z.object({
  kind: z.literal('addresses'),
  name: z.string(),
  prefix: z.number().int().nullable(),
  nodePrefix: z.number().int().nullable(),
  nodes: z.number().nullable().meta({ description: 'Nodes that the range has addresses for' }),
  reached: z.number().nullable(),
  sentence: sentenceSchema,
});

export const declaredLimitSchema = z
  .discriminatedUnion('kind', [resourceLimitSchema, capsLimitSchema, addressesLimitSchema])
  .meta({ id: 'DeclaredLimit' });
export type DeclaredLimit = z.infer<typeof declaredLimitSchema>;
export type DeclaredResource = z.infer<typeof resourceLimitSchema>;
export type DeclaredCaps = z.infer<typeof capsLimitSchema>;

/** What bounds the capacity of each run: what was searched for, and what is reckoned from reported figures. */
export const capacityComparisonSchema = z
  .object({
    experiment: nameSchema.nullable(),
    runs: z.array(
      z.object({
        run: idSchema,
        search: runStepsSchema.nullable().meta({ description: 'Null for runs that are no capacity search' }),
        limits: z.array(declaredLimitSchema),
        first: z
          .string()
          .nullable()
          .meta({ description: 'The resource of the search whose limit would be reached first' }),
        sentences: z
          .array(z.string())
          .meta({ description: 'Each projected limit of the search beside the failure that ended it' }),
      }),
    ),
  })
  .meta({ id: 'CapacityComparison' });
export type CapacityComparison = z.infer<typeof capacityComparisonSchema>;
