import { z } from 'zod';

/** What runs can be filtered and sorted by beyond what every run has, for completion and the choice of columns. */
export const runFieldListSchema = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(['param', 'measurement', 'label']),
        name: z.string(),
        values: z
          .array(z.string())
          .meta({ description: 'Texts that it has had, the first in their order; none for numbers' }),
      }),
    ),
    isCut: z.boolean().meta({ description: 'True when there are more than are listed' }),
  })
  .meta({ id: 'RunFieldList' });
export type RunFieldList = z.infer<typeof runFieldListSchema>;
