import { z } from 'zod';
import { compareQuerySchema } from './compare.ts';
import { idSchema } from './fields.ts';

const msSchema = z.number().meta({ description: 'ms' });
const offsetSchema = z.number().meta({ description: 'ms since the start of the run' });
const stretchSchema = z.object({ fromMs: offsetSchema, toMs: offsetSchema });

export const breachesQuerySchema = compareQuerySchema.safeExtend({
  load: z.string().min(1).max(4096).optional().meta({
    description: 'Metric of the load under which breaches began; `vus`, else `http_reqs` a second',
  }),
});
export type BreachesQuery = z.infer<typeof breachesQuerySchema>;

const objectiveSchema = z.object({
  name: z.string(),
  objective: z.string(),
  statistics: z
    .object({
      observedMs: msSchema,
      gapMs: msSchema.meta({ description: 'Time of its window without data' }),
      breachedMs: msSchema,
      breachedShare: z.number().nullable().meta({ description: 'Of the observed time' }),
      longest: stretchSchema.nullable(),
      first: z
        .object({
          atMs: offsetSchema,
          load: z.number().nullable().meta({ description: 'When it began, in the unit of the load' }),
          loadMultiple: z.number().nullable().meta({ description: 'Over the mean load of the baseline' }),
        })
        .nullable(),
      budget: z
        .object({
          allowed: z.number().meta({ description: 'Share of the time that may be in breach' }),
          burned: z.number().meta({ description: 'Used share of that: 1 is all of it' }),
          fastest: z
            .object({ ...stretchSchema.shape, rate: z.number() })
            .nullable()
            .meta({ description: 'Where it burned fastest, as a multiple of what would just use it up' }),
        })
        .nullable()
        .meta({ description: 'Null for an objective without a `target`' }),
    })
    .nullable()
    .meta({ description: 'Null when there is no course over time' }),
  breaches: z.array(stretchSchema.extend({ worst: z.number() })),
  unit: z.string().nullable(),
  phases: z.array(
    z.object({
      phase: z.string(),
      met: z.boolean().nullable(),
      value: z.number().nullable(),
      note: z.string().nullable(),
    }),
  ),
  note: z.string().nullable().meta({ description: 'Why there is no course over time' }),
});

/** How objectives held over the time of each run, and thresholds as the load generator judged them. */
export const breachComparisonSchema = z
  .object({
    runs: z.array(
      z.object({
        run: idSchema,
        lengthMs: msSchema.nullable(),
        phases: z.array(stretchSchema.extend({ name: z.string() })),
        objectives: z.array(objectiveSchema),
        thresholds: z
          .array(z.object({ metric: z.string(), threshold: z.string(), held: z.boolean() }))
          .meta({ description: 'Thresholds of k6 as k6 judged them' }),
      }),
    ),
    load: z
      .object({ metric: z.string(), unit: z.string().nullable(), baseline: z.number().nullable() })
      .nullable()
      .meta({ description: 'What loads are told in, and its mean over the runs of the baseline' }),
    omitted: z
      .number()
      .int()
      .meta({ description: 'Runs whose samples were not looked at: there are too many' }),
  })
  .meta({ id: 'BreachComparison' });
export type BreachComparison = z.infer<typeof breachComparisonSchema>;
export type ObjectiveCourse = z.infer<typeof objectiveSchema>;
