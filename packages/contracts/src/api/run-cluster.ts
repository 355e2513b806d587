import { jobStates, podPhases } from '@proofload/domain';
import { z } from 'zod';
import { instantSchema, pageQuerySchema } from './fields.ts';

export const clusterEventsQuerySchema = pageQuerySchema.extend({
  order: z
    .enum(['oldest', 'newest'])
    .default('oldest')
    .meta({ description: 'By the time of its last repeat' }),
  type: z.enum(['normal', 'warning']).optional(),
  search: z.string().max(200).optional().meta({
    description: 'Part of the object, the reason or the message, whatever its case',
  }),
});
export type ClusterEventsQuery = z.infer<typeof clusterEventsQuerySchema>;

export const clusterEventsSchema = z
  .object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instantSchema.meta({ description: 'When it happened last' }),
        firstAt: instantSchema.meta({ description: 'When it happened first' }),
        type: z.enum(['normal', 'warning']),
        reason: z.string().meta({ description: 'In one word, such as `FailedScheduling` or `OOMKilled`' }),
        object: z.string().meta({ description: 'What it happened to, such as `Pod/load-x7k2p`' }),
        message: z.string(),
        count: z.number().int().meta({ description: 'How often it happened' }),
      }),
    ),
    total: z.number().int().meta({ description: 'Events kept of the run, whatever was asked for' }),
    warnings: z.number().int().meta({ description: 'Warnings among them' }),
    matching: z.number().int().meta({ description: 'Those that were asked for' }),
    isFull: z.boolean().meta({ description: 'There were more than are kept of a run' }),
    expiredAt: instantSchema.nullable().meta({
      description: 'When a rule of the project removed them, with the log',
    }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ClusterEvents' });
export type ClusterEvents = z.infer<typeof clusterEventsSchema>;

export const runPodSchema = z
  .object({
    name: z.string(),
    job: z.string().nullable(),
    node: z.string().nullable(),
    phase: z.enum(podPhases).meta({ description: '`deleted`: it went before it had ended' }),
    createdAt: instantSchema,
    scheduledAt: instantSchema.nullable(),
    startedAt: instantSchema.nullable().meta({ description: 'When its first container began to run' }),
    readyAt: instantSchema.nullable(),
    endedAt: instantSchema.nullable(),
    deletedAt: instantSchema.nullable(),
    restarts: z.number().int(),
    waiting: z
      .string()
      .nullable()
      .meta({ description: 'Why it does not start, such as `ImagePullBackOff: …`' }),
    containers: z.array(z.string()),
    ends: z.array(
      z.object({
        container: z.string(),
        exitCode: z.number().int(),
        reason: z.string().nullable(),
        at: instantSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'RunPod' });
export type RunPod = z.infer<typeof runPodSchema>;

export const runPodsQuerySchema = z.object({
  phase: z.enum(podPhases).optional(),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Part of the name of a pod, its Job or its node' }),
  order: z.enum(['trouble', 'created', 'start', 'run']).default('trouble').meta({
    description:
      '`trouble`: failed, waiting and restarted ones first, the slowest of each before others; `start`: by the time to start; `run`: by the time that they ran',
  }),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type RunPodsQuery = z.infer<typeof runPodsQuerySchema>;

const count = z.number().int();
export const runPodsSchema = z
  .object({
    totals: z.object({
      total: count,
      phases: z.record(z.enum(podPhases), count),
      scheduled: count,
      ready: count.meta({ description: 'Those that were ready at a time' }),
      restarts: count,
      oomKills: count,
      nodes: count,
    }),
    isFull: z.boolean().meta({ description: 'There were more pods than are kept of a run' }),
    trouble: z
      .array(z.object({ message: z.string(), pods: count, example: z.string(), since: instantSchema }))
      .meta({ description: 'Why pods wait, in the words of Kubernetes' }),
    jobs: z.array(
      z.object({
        name: z.string(),
        state: z.enum(jobStates),
        startedAt: instantSchema.nullable(),
        endedAt: instantSchema.nullable(),
        reason: z.string().nullable(),
        message: z.string().nullable(),
        active: count,
        succeeded: count,
        failed: count,
      }),
    ),
    states: z
      .object({
        at: z.array(instantSchema),
        pending: z.array(count),
        running: z.array(count),
        succeeded: z.array(count),
        failed: z.array(count),
      })
      .meta({ description: 'How many pods were in which state from each time on' }),
    items: z.array(runPodSchema),
    matching: count,
  })
  .meta({ id: 'RunPods' });
export type RunPods = z.infer<typeof runPodsSchema>;

export const podLogQuerySchema = z.object({
  container: z.string().min(1).max(253).optional().meta({
    description: 'May be left out for pods of one container',
  }),
  previous: z.stringbool().default(false).meta({
    description: 'Of the container before its last restart',
  }),
  lines: z.coerce.number().int().min(1).max(2000).default(500),
});
export type PodLogQuery = z.infer<typeof podLogQuerySchema>;

export const podLogSchema = z
  .object({
    source: z.enum(['cluster', 'artifact']).meta({
      description: 'Whether the cluster was asked just now, or it is what was kept when the run ended',
    }),
    container: z.string().nullable(),
    readAt: instantSchema,
    text: z.string().meta({ description: 'Whole lines, the newest; at most 256 KiB' }),
    isWhole: z.boolean().meta({ description: 'False when there was more before it' }),
    artifact: z.string().nullable().meta({ description: 'The kept file that holds it' }),
  })
  .meta({ id: 'PodLog' });
export type PodLog = z.infer<typeof podLogSchema>;
