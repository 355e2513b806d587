import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from './start-error.ts';

const run = promisify(execFile);

/** Generates the database client when the schema has changed since the last time. */
export async function ensureGeneratedClient(root: string): Promise<void> {
  try {
    await run(process.execPath, [join(root, 'scripts/generate-client.mjs')], { cwd: root });
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new StartError(`The database client could not be generated: ${stderr?.trim() || String(cause)}`, {
      cause,
    });
  }
}
