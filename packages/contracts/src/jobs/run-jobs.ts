import { z } from 'zod';
import { idSchema } from '../api/fields.ts';

/** A job only says "look at run X": the run row is the truth. */
export const jobSchemas = {
  'execute-run': z.strictObject({ runId: idSchema }),
  'finish-run': z.strictObject({ runId: idSchema }),
  'evaluate-runs': z.strictObject({ jobId: idSchema }),
  reconcile: z.strictObject({}),
} as const;
export type JobName = keyof typeof jobSchemas;
export type JobData<N extends JobName> = z.infer<(typeof jobSchemas)[N]>;
