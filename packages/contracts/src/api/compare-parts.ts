import { amountSchema } from '@proofload/domain';
import { z } from 'zod';
import { compareQuerySchema } from './compare.ts';
import { idSchema, instantSchema, labelsSchema } from './fields.ts';
import { seriesKindSchema } from './series.ts';

const labelName = z.string().min(1).max(256);
const metricFields = {
  metric: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .meta({ description: 'Name of a metric; one that fits is chosen when it is left out' }),
  select: z
    .string()
    .max(2048)
    .optional()
    .meta({ description: 'Only series with these labels: a selector such as `job="api",code=~"5.."`' }),
  over: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: 'Window of the definition, or phase; the whole of each run when it is left out' }),
};
const aggregateField = z.string().max(16).optional().meta({
  description: 'Such as avg, rate, max or p95; what is usual for the kind of the metric when it is left out',
});

/** How several series of one entity make its value. */
export const combinationSchema = z.enum(['sum', 'mean', 'max']);
export type Combination = z.infer<typeof combinationSchema>;

const entityFields = {
  ...metricFields,
  label: labelName.optional().meta({ description: 'Label whose values are the entities, such as `shard`' }),
  aggregate: aggregateField,
  combination: combinationSchema.default('sum').meta({
    description: 'How several series of one entity make its value; percentiles are of all its observations',
  }),
};

export const balanceQuerySchema = compareQuerySchema.safeExtend(entityFields);
export type BalanceQuery = z.infer<typeof balanceQuerySchema>;

export const entitiesQuerySchema = z.object({
  ...entityFields,
  metric: z.string().min(1).max(256),
  label: labelName,
  points: z.coerce.number().int().min(2).max(200).default(120),
});
export type EntitiesQuery = z.infer<typeof entitiesQuerySchema>;

export const momentSchema = z.enum(['average', 'peak', 'instant']);
export type Moment = z.infer<typeof momentSchema>;

export const breakdownQuerySchema = compareQuerySchema.safeExtend({
  ...metricFields,
  labels: z
    .string()
    .max(512)
    .optional()
    .meta({ description: 'One label or two, separated by a comma, such as `resource,verb`' }),
  aggregate: aggregateField,
  moment: momentSchema.default('average').meta({
    description: '`peak`: when all parts together are greatest; `instant`: `at` seconds after the start',
  }),
  at: z.coerce
    .number()
    .min(0)
    .max(1e8)
    .optional()
    .meta({ description: 'Seconds after the start of each run' }),
  top: z.coerce.number().int().min(1).max(50).default(10),
  total: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Measurement that states the whole, which the parts are held against' }),
});
export type BreakdownQuery = z.infer<typeof breakdownQuerySchema>;

export const latencyQuerySchema = compareQuerySchema.safeExtend({
  ...metricFields,
  label: labelName.optional().meta({ description: 'Label that is kept apart, such as `verb` or `name`' }),
  top: z.coerce.number().int().min(1).max(50).default(20),
});
export type LatencyQuery = z.infer<typeof latencyQuerySchema>;

/** What a metric of some runs can be taken apart by. */
export const runLabelsSchema = z
  .object({
    metrics: z.array(
      z.object({
        metric: z.string(),
        kind: seriesKindSchema,
        unit: z.string().nullable(),
        labels: z.array(
          z.object({
            name: z.string(),
            values: z.number().int().meta({ description: 'The most that one of the runs has' }),
          }),
        ),
      }),
    ),
    windows: z.array(z.string()).meta({ description: 'Windows of the definitions, then phases of the runs' }),
    defaults: z.object({
      balance: z.object({ metric: z.string(), label: z.string() }).nullable(),
      breakdown: z.object({ metric: z.string(), label: z.string() }).nullable(),
      latency: z.object({ metric: z.string(), label: z.string() }).nullable(),
    }),
  })
  .meta({ id: 'RunLabels' });
export type RunLabels = z.infer<typeof runLabelsSchema>;

const replicatedFields = {
  n: z.number().int(),
  mean: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
};
const figureNameSchema = z.enum([
  'entities',
  'mean',
  'least',
  'greatest',
  'range',
  'maxToMean',
  'variation',
  'gini',
  'jain',
  'idle',
  'absent',
]);
export type BalanceFigureName = z.infer<typeof figureNameSchema>;

const answeredFields = {
  metric: z.string(),
  kind: seriesKindSchema,
  unit: z.string().nullable(),
  aggregate: z.string(),
  over: z.string().nullable(),
};
const answeredRunFields = {
  run: idSchema,
  group: z.string(),
  isCounted: z.boolean().meta({ description: 'False for a run that did not complete: it is in no mean' }),
  note: z.string().nullable().meta({ description: 'Why there are no numbers of this run' }),
};

/** How evenly load is spread over entities, run by run and group by group. */
export const balanceSchema = z
  .object({
    baseline: z.string().nullable(),
    why: z.string().nullable().meta({ description: 'Why `samples` is null' }),
    samples: z
      .object({
        ...answeredFields,
        label: z.string(),
        combination: combinationSchema,
        groups: z.array(
          z.object({
            group: z.string(),
            n: z.number().int().meta({ description: 'Runs that count' }),
            entities: z.array(z.object({ entity: z.string(), ...replicatedFields })),
            figures: z.record(
              figureNameSchema,
              z.object({
                ...replicatedFields,
                ratio: z.number().nullable(),
                low: z.number().nullable(),
                high: z.number().nullable(),
                sentence: z.string(),
              }),
            ),
          }),
        ),
        runs: z.array(
          z.object({
            ...answeredRunFields,
            figures: z.record(figureNameSchema, z.number().nullable()).nullable(),
            least: z.string().nullable().meta({ description: 'The entity with the least' }),
            greatest: z.string().nullable(),
            idle: z.array(z.string()),
            absent: z.array(z.string()),
          }),
        ),
        notes: z.array(z.string()),
      })
      .nullable(),
    reported: z
      .array(
        z.object({
          name: z.string(),
          entity: z.string(),
          unit: z.string().nullable(),
          groups: z.array(
            z.object({
              group: z.string(),
              n: z.number().int(),
              least: amountSchema.nullable(),
              greatest: amountSchema.nullable(),
              range: amountSchema.nullable(),
              ratio: amountSchema.nullable(),
              sentence: z.string(),
            }),
          ),
        }),
      )
      .meta({ description: 'From measurements that the definition names in `balances`' }),
  })
  .meta({ id: 'Balance' });
export type Balance = z.infer<typeof balanceSchema>;

/** Entities of one run over time, from the greatest mean to the least. A null is a gap. */
export const entitiesSchema = z
  .object({
    run: idSchema,
    ...answeredFields,
    label: z.string(),
    combination: combinationSchema,
    origin: instantSchema.meta({ description: 'Start of the run; `times` count from here' }),
    stepMs: z.number(),
    times: z.array(z.number()).meta({ description: 'Beginnings of the steps, milliseconds' }),
    phases: z.array(
      z.object({
        name: z.string(),
        from: z.number().meta({ description: 'Milliseconds after the origin' }),
        to: z.number().nullable(),
      }),
    ),
    entities: z.array(
      z.object({ entity: z.string(), mean: z.number(), values: z.array(z.number().nullable()) }),
    ),
    omitted: z.number().int().meta({ description: 'Entities in the middle that were left out' }),
    note: z.string().nullable().meta({ description: 'Why there are no numbers' }),
  })
  .meta({ id: 'EntitiesOverTime' });
export type EntitiesOverTime = z.infer<typeof entitiesSchema>;

/** What a whole is made of, run by run and group by group. */
export const breakdownSchema = z
  .object({
    baseline: z.string().nullable(),
    why: z.string().nullable().meta({ description: 'Why `samples` is null' }),
    samples: z
      .object({
        ...answeredFields,
        labels: z.array(z.string()),
        moment: momentSchema,
        groups: z.array(
          z.object({
            group: z.string(),
            n: z.number().int(),
            total: z.object(replicatedFields),
            parts: z.array(
              z.object({
                labels: z.array(z.string()),
                ...replicatedFields,
                share: z.number().nullable(),
              }),
            ),
            others: z
              .object({ count: z.number().int(), value: z.number(), share: z.number().nullable() })
              .nullable(),
            stated: z
              .object({
                value: z.number(),
                sum: z.number(),
                difference: z.number(),
                addsUp: z.boolean(),
                sentence: z.string(),
              })
              .nullable(),
          }),
        ),
        runs: z.array(
          z.object({
            ...answeredRunFields,
            total: z.number().nullable(),
            atSeconds: z.number().nullable().meta({ description: 'The instant that was looked at' }),
            missing: z.number().int().meta({ description: 'Series without data then' }),
          }),
        ),
        notes: z.array(z.string()),
      })
      .nullable(),
    reported: z
      .array(
        z.object({
          name: z.string(),
          measurement: z.string(),
          factor: z.string(),
          unit: z.string().nullable(),
          groups: z.array(
            z.object({
              group: z.string(),
              parts: z.array(
                z.object({
                  level: z.string(),
                  labels: labelsSchema,
                  n: z.number().int(),
                  amount: amountSchema,
                  share: z.number().nullable(),
                }),
              ),
              sum: amountSchema.nullable(),
              stated: amountSchema.nullable(),
              addsUp: z.boolean().nullable(),
              sentence: z.string(),
            }),
          ),
        }),
      )
      .meta({ description: 'From measurements that the definition names in `breakdowns`' }),
  })
  .meta({ id: 'Breakdown' });
export type Breakdown = z.infer<typeof breakdownSchema>;

/** Percentiles of a distribution by the values of a label. Of replicates each is the median of the runs' own. */
export const latencySchema = z
  .object({
    why: z.string().nullable().meta({ description: 'Why `samples` is null' }),
    samples: z
      .object({
        metric: z.string(),
        unit: z.string().nullable(),
        label: z.string(),
        over: z.string().nullable(),
        values: z.array(
          z.object({
            value: z.string(),
            groups: z.array(
              z.object({
                group: z.string(),
                n: z.number().int(),
                count: z.number().meta({ description: 'Observations of all counted runs' }),
                percentiles: z.record(
                  z.enum(['p50', 'p95', 'p99']),
                  z.object({
                    median: z.number().nullable(),
                    min: z.number().nullable(),
                    max: z.number().nullable(),
                  }),
                ),
              }),
            ),
          }),
        ),
        omitted: z.number().int().meta({ description: 'Values with fewer observations, left out' }),
        notes: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'LatencyByLabel' });
export type LatencyByLabel = z.infer<typeof latencySchema>;
