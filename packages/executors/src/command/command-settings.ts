import { z } from 'zod';

const relativePath = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))(?!.*\0)[^\\]{1,512}$/;

const resultKinds = z.enum(['results', 'k6', 'openmetrics'], 'expected results, k6 or openmetrics');

const text = z.union([z.string().max(32_768), z.number(), z.boolean()]);

/** `spec.workload.with` of the executor command. */
export const commandSettingsSchema = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(63)
    .meta({ description: 'A program by the name that the operator of the worker gave it' }),
  args: z.array(text).max(1000).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/), text).default({}),
  /** Files that are there when it starts, by their path in its folder. */
  files: z
    .record(
      z.string().regex(relativePath, 'expected a path in the folder of the run'),
      z.string().max(1_000_000),
    )
    .default({}),
  stdout: resultKinds.optional().meta({ description: 'What it prints is a result of this kind' }),
  results: z
    .array(
      z.strictObject({
        path: z.string().regex(relativePath, 'expected a path in the folder of the run'),
        as: resultKinds
          .optional()
          .meta({ description: 'Read into the run; kept as an artifact in any case' }),
      }),
    )
    .max(100)
    .default([]),
  successCodes: z.array(z.int().min(0).max(255)).min(1).max(20).default([0]),
});

export type CommandSettings = z.infer<typeof commandSettingsSchema>;
