import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ProofloadError } from '@proofload/domain';

const run = promisify(execFile);

/** The version of a k6 program, such as `v1.8.1`. Throws `unavailable` when it does not answer like k6. */
export async function readK6Version(program: string): Promise<string> {
  const refuse = (cause?: unknown): ProofloadError =>
    new ProofloadError(
      'unavailable',
      `There is no k6 that works at ${program}: install k6, or set PROOFLOAD_K6 to its path`,
      { cause },
    );
  const { stdout } = await run(program, ['version'], {
    env: {} as NodeJS.ProcessEnv,
    timeout: 10_000,
    maxBuffer: 65_536,
  }).catch((cause: unknown) => {
    throw refuse(cause);
  });
  const version = /\bk6(?:\.exe)? (v\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
  if (version === undefined) throw refuse();
  return version;
}
