import { z } from 'zod';
import {
  idSchema,
  instantSchema,
  labelsSchema,
  nameSchema,
  pageQuerySchema,
  urlSchema,
  verdictSchema,
} from './fields.ts';
import { runRefSchema } from './runs.ts';

const prioritySchema = z
  .int('expected a whole number from -100 to 100')
  .min(-100, 'expected a whole number from -100 to 100')
  .max(100, 'expected a whole number from -100 to 100')
  .meta({ description: 'Sweeps with a greater one are served first; 0 unless told otherwise' });

const coolDownSchema = z
  .string()
  .max(40)
  .meta({ description: 'From the end of one run to the start of the next, such as `40s` or `5m`; up to 7d' });

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
    priority: prioritySchema.optional(),
    coolDown: coolDownSchema.optional(),
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

/** Why the next run of a sweep has not started. */
export const waitingSchema = z
  .object({
    reason: z.enum(['due', 'paused', 'cool-down', 'own-run', 'cluster-full', 'behind']).meta({
      description:
        '`due`: the next worker that is free takes it; `own-run`: its run at work ends first; `behind`: another sweep comes first on the cluster',
    }),
    until: instantSchema.nullable().meta({ description: 'When a cool-down is over' }),
    behind: idSchema.nullable().meta({ description: 'The sweep that comes first' }),
    place: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Among the sweeps of the project that wait, from 1; null when paused' }),
  })
  .meta({ id: 'SweepWaiting' });

export const sweepEstimateSchema = z
  .object({
    remainingMs: z.number(),
    basis: z.enum(['sweep', 'experiment', 'timeout']).meta({
      description:
        'Lengths of runs of this sweep, of earlier ones, or the time limit of the workload, which makes it an upper bound',
    }),
    runs: z.number().int().meta({ description: 'Runs that it was taken from' }),
  })
  .meta({ id: 'SweepEstimate' });

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
      retried: z
        .number()
        .int()
        .meta({ description: 'Failed, stalled, limited or cancelled runs that were repeated' }),
    }),
    cluster: nameSchema
      .nullable()
      .meta({ description: 'Where its runs are executed; null for the host of a worker' }),
    priority: prioritySchema,
    coolDownMs: z.number().meta({ description: 'From the end of one run to the start of the next' }),
    paused: z
      .object({ at: instantSchema, by: z.string() })
      .nullable()
      .meta({ description: 'Runs at work go on; those that wait stay where they are' }),
    waiting: waitingSchema.nullable().meta({ description: 'null when no run waits' }),
    remainingMs: z.number().nullable().meta({ description: 'The same as in `estimate`' }),
    estimate: sweepEstimateSchema
      .nullable()
      .meta({ description: 'null when it is finished or somebody else executes it' }),
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
        startedAt: instantSchema.nullable(),
        finishedAt: instantSchema.nullable(),
        expectedStart: instantSchema
          .nullable()
          .meta({ description: 'Of a run that waits, as the queue is now; null while it is paused' }),
        retryOf: idSchema.nullable().meta({ description: 'The run that this one repeats' }),
        retriedBy: idSchema.nullable().meta({
          description: 'The run that repeats this one, whose outcome then counts for the verdict instead',
        }),
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

export const listSweepsQuerySchema = pageQuerySchema.extend({
  experiment: nameSchema.optional(),
  state: z.enum(['all', 'open']).optional().meta({
    description:
      '`open`: sweeps that are not finished, in the order in which they will run, paused ones last; without pages',
  }),
});
export type ListSweepsQuery = z.infer<typeof listSweepsQuerySchema>;

export const changeSweepSchema = z
  .strictObject({
    priority: prioritySchema.optional(),
    coolDown: coolDownSchema.optional(),
    paused: z.boolean().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'expected priority, coolDown or paused')
  .meta({ id: 'ChangeSweep' });
export type ChangeSweep = z.infer<typeof changeSweepSchema>;

const requestKeySchema = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'expected 1 to 64 letters, digits, dots, hyphens and underscores')
  .meta({ description: 'Names the request: sent again, it adds nothing and answers the same' });

/** Outcomes of runs that may be worth another try. */
export const retryOutcomeSchema = z.enum(['failed', 'stalled', 'limited', 'cancelled']);

export const retryRunsSchema = z
  .strictObject({
    outcomes: z
      .array(retryOutcomeSchema)
      .min(1)
      .max(4)
      .optional()
      .meta({ description: '`failed` and `stalled` when neither these nor runs are named' }),
    runs: z.array(idSchema).min(1).max(1000).optional().meta({ description: 'These runs alone' }),
  })
  .refine(
    ({ outcomes, runs }) => outcomes === undefined || runs === undefined,
    'expected outcomes or runs, not both',
  )
  .meta({ id: 'RetryRuns' });
export type RetryRuns = z.infer<typeof retryRunsSchema>;

export const addReplicatesSchema = z
  .strictObject({
    add: z.number().int().min(1).max(100).meta({ description: 'More replicates of each treatment' }),
    treatments: z
      .array(z.string().max(4096))
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Only these treatments of the sweep, by their keys' }),
    requestKey: requestKeySchema.optional(),
  })
  .meta({ id: 'AddReplicates' });
export type AddReplicates = z.infer<typeof addReplicatesSchema>;

export const sweepAdditionSchema = z
  .object({
    sweep: sweepSchema,
    runs: z
      .array(
        runRefSchema.extend({
          treatment: z.string(),
          replicate: z.number().int(),
          retryOf: idSchema.nullable(),
        }),
      )
      .meta({ description: 'What was added, or had been by an earlier request for the same' }),
  })
  .meta({ id: 'SweepAddition' });
export type SweepAddition = z.infer<typeof sweepAdditionSchema>;
