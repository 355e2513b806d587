import { parseDurationMs } from '@proofload/domain';
import { z } from 'zod';

/** Flags of `k6 run` that a definition may set: those that shape the load. None reads or writes a file. */
const allowedFlags = [
  '--batch',
  '--batch-per-host',
  '--block-hostnames',
  '--blacklist-ip',
  '--discard-response-bodies',
  '--dns',
  '--insecure-skip-tls-verify',
  '--max-redirects',
  '--min-iteration-duration',
  '--no-connection-reuse',
  '--no-setup',
  '--no-teardown',
  '--no-thresholds',
  '--no-vu-connection-reuse',
  '--rps',
  '--stage',
  '--system-tags',
  '--tag',
  '--throw',
  '--user-agent',
] as const;

const flagPattern = /^(--[a-z-]+)(=.*)?$/s;
const isAllowed = (argument: string): boolean =>
  (allowedFlags as readonly string[]).includes(flagPattern.exec(argument)?.[1] ?? '');

const relativePath = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))(?!.*\0)[^\\]+\.(?:js|ts|mjs)$/;
const environmentName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** What the loader, the shell and Go's runtime look at. */
const steering =
  /^(?:PATH|HOME|PWD|IFS|BASH_ENV|SHELLOPTS|GODEBUG|GOGC|GOMAXPROCS|GOMEMLIMIT|GOTRACEBACK)$|^(?:LD|DYLD)_/;

/** Why a name may not be a variable of k6's environment; null when it may. */
export function refuseVariable(name: string): string | null {
  if (!environmentName.test(name)) return 'expected a name of letters, digits and underscores';
  if (/^K6_/i.test(name))
    return 'expected a name that does not begin with K6_; options belong into the script or into vus, duration, iterations and args';
  if (steering.test(name)) return `expected another name; ${name} steers the process itself`;
  return null;
}

const environment = z
  .record(z.string(), z.union([z.string().max(32_768), z.number(), z.boolean()]))
  .superRefine((variables, context) => {
    for (const name of Object.keys(variables)) {
      const message = refuseVariable(name);
      if (message !== null) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

const isDuration = (text: string): boolean => parseDurationMs(text) !== null;

/** Settings of every executor that runs k6. */
export const k6Fields = {
  script: z.string().min(1).max(1_000_000).optional(),
  file: z
    .string()
    .max(512)
    .regex(relativePath, 'expected a path to a .js or .ts file below the scripts folder')
    .optional(),
  upload: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'expected the name of an uploaded script')
    .optional(),
  env: environment.default({}),
  vus: z.int('expected a whole number').min(1).max(100_000).optional(),
  duration: z.string().refine(isDuration, 'expected a duration such as 30s').optional(),
  iterations: z.int('expected a whole number').min(1).max(1_000_000_000).optional(),
  args: z
    .array(
      z
        .string()
        .max(1024)
        .refine(isAllowed, `expected one of ${allowedFlags.join(', ')}, with its value after =`),
    )
    .max(50)
    .default([]),
} as const;

export const hasOneScript = (settings: { script?: unknown; file?: unknown; upload?: unknown }): boolean =>
  [settings.script, settings.file, settings.upload].filter((source) => source !== undefined).length === 1;
export const hasOneScriptProblem = {
  path: ['script'],
  message: 'expected exactly one of script, file and upload',
};

/** `spec.workload.with` of the executor k6. */
export const k6SettingsSchema = z.strictObject(k6Fields).refine(hasOneScript, hasOneScriptProblem);

export type K6Settings = z.infer<typeof k6SettingsSchema>;
