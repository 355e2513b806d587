import { z } from 'zod';

export const idSchema = z
  .string()
  .regex(/^[0-9a-z]{8,32}$/, 'expected an id of 8 to 32 lower-case letters and digits');
export const nameSchema = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'expected 1 to 63 lower-case letters, digits and inner hyphens',
  );
export const instantSchema = z.iso.datetime({ offset: true }).meta({ description: 'RFC 3339 time' });
export const paramValueSchema = z.union([z.string().max(1024), z.number(), z.boolean()]);
export const paramsSchema = z.record(z.string().min(1).max(128), paramValueSchema);
export const labelsSchema = z.record(z.string().min(1).max(128), z.string().max(1024));
export const urlSchema = z.string().meta({ description: 'Address of the page for people' });

export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(512).optional(),
});

/** RFC 9457 problem details, with the fields that were wrong and what was kept in spite of the failure. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z
      .array(z.object({ field: z.string(), message: z.string(), line: z.number().int().optional() }))
      .optional(),
    kept: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

export const verdictSchema = z.enum(['pass', 'fail', 'inconclusive', 'none']);
export const runStatusSchema = z.enum(['queued', 'starting', 'running', 'finishing', 'finished']);
export const runOutcomeSchema = z.enum(['completed', 'failed', 'stalled', 'limited', 'cancelled']);
export const betterSchema = z.enum(['higher', 'lower', 'none']);
