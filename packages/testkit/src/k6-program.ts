import { execFileSync } from 'node:child_process';

/** The k6 that tests run: `PROOFLOAD_K6`, or the one on PATH. Throws when there is none, so that no test passes without. */
export function findTestK6(): string {
  const program = process.env.PROOFLOAD_K6 || 'k6';
  execFileSync(program, ['version'], { stdio: 'ignore' });
  return program;
}
