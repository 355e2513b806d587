import { z } from 'zod';
import { bundleFields, hasObjects, hasObjectsProblem, resultSchema } from './bundle-settings.ts';

/** `spec.workload.with` of the executor kubernetes-job. */
export const jobSettingsSchema = z
  .strictObject({
    ...bundleFields,
    job: z.string().min(1).max(253).optional().meta({
      description: 'The Job whose end is the end of the run; all of them when it is left out',
    }),
    result: resultSchema.optional(),
  })
  .refine(hasObjects, hasObjectsProblem);
