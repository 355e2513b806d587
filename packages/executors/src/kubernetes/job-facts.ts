import { z } from 'zod';
import { toMs } from './pod-facts.ts';

const jobSchema = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string().default('default'),
    uid: z.string().default(''),
  }),
  status: z
    .object({
      active: z.number().default(0),
      ready: z.number().nullish(),
      succeeded: z.number().default(0),
      failed: z.number().default(0),
      startTime: z.string().nullish(),
      completionTime: z.string().nullish(),
      conditions: z
        .array(
          z.object({
            type: z.string(),
            status: z.string(),
            reason: z.string().optional(),
            message: z.string().optional(),
            lastTransitionTime: z.string().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

/** What counts of a Job. Times are unix milliseconds in whole seconds. */
export interface JobFacts {
  name: string;
  namespace: string;
  uid: string;
  active: number;
  succeeded: number;
  failed: number;
  startedMs: number | null;
  /** How it ended; null while it goes on. */
  end: { isComplete: boolean; reason: string | null; message: string | null; atMs: number | null } | null;
}

/** Reads a Job; null when the object is none. */
export function readJobFacts(object: unknown): JobFacts | null {
  const parsed = jobSchema.safeParse(object);
  if (!parsed.success) return null;
  const { metadata, status } = parsed.data;
  const last = status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  );
  const isComplete = last?.type === 'Complete';
  return {
    ...metadata,
    active: status?.active ?? 0,
    succeeded: status?.succeeded ?? 0,
    failed: status?.failed ?? 0,
    startedMs: toMs(status?.startTime),
    end: last
      ? {
          isComplete,
          reason: last.reason ?? null,
          message: last.message ?? null,
          atMs: (isComplete ? toMs(status?.completionTime) : null) ?? toMs(last.lastTransitionTime),
        }
      : null,
  };
}
