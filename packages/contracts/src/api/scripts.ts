import { z } from 'zod';

export const scriptNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'expected 1 to 128 letters, digits, dots, hyphens and underscores',
  );

/** A load script that definitions refer to by name. */
export const scriptSchema = z
  .object({
    name: scriptNameSchema,
    size: z.number().int().meta({ description: 'In bytes' }),
    sha256: z.string(),
  })
  .meta({ id: 'Script' });
export type Script = z.infer<typeof scriptSchema>;
