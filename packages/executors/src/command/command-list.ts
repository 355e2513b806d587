import { isAbsolute } from 'node:path';
import { ProofloadError } from '@proofload/domain';
import { parse } from 'yaml';
import { z } from 'zod';

const name = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/, 'expected lower-case letters, digits, dots and hyphens');

const command = z.strictObject({
  /** The program itself: names are not looked for, so that nobody else's program of that name is run. */
  program: z.string().max(4096).refine(isAbsolute, 'expected an absolute path'),
  /** Before the arguments of a definition. */
  args: z.array(z.string().max(4096)).max(100).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(32_768)).default({}),
  /** Variables that a definition may set besides `env`; none unless they are named. */
  mayHave: z.array(z.string()).max(200).default([]),
  /** Arguments that prints its version, kept as a fact of the run. */
  version: z.array(z.string().max(256)).max(10).optional(),
});
const commandsSchema = z.strictObject({ commands: z.record(name, command) });

/** A program that definitions may name. */
export type AllowedCommand = z.infer<typeof command>;
export type CommandList = Readonly<Record<string, AllowedCommand>>;

/** The programs that the operator of this worker allows, from YAML or JSON. Throws one sentence on what is wrong. */
export function readCommandList(text: string): CommandList {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    throw new ProofloadError('invalid', `expected YAML: ${(cause as Error).message.split('\n')[0]}`, {
      cause,
    });
  }
  const parsed = commandsSchema.safeParse(value);
  if (parsed.success) return parsed.data.commands;
  const [issue] = parsed.error.issues;
  throw new ProofloadError('invalid', `${issue?.path.join('.') || 'commands'}: ${issue?.message}`);
}
