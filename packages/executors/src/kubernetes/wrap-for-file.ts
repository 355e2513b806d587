import type { ResultSettings } from './bundle-settings.ts';
import { invalid } from './invalid.ts';

/** Around a file in the log of a container: no program prints these by accident. */
export const fileMarks = { begin: '-----BEGIN PROOFLOAD RESULT-----', end: '-----END PROOFLOAD RESULT-----' };

interface Container {
  name?: unknown;
  command?: unknown;
  args?: unknown;
}

/** Runs the program of a container, then prints the file in base64 and ends as the program did. */
const script = [
  'file=$1; shift',
  '"$@"',
  'code=$?',
  `echo; echo '${fileMarks.begin}'; base64 < "$file"; echo '${fileMarks.end}'`,
  'exit $code',
].join('\n');

/**
 * Has a container print a file that it leaves behind: a container that has ended cannot be asked for its files. Its
 * image needs `sh` and `base64`. Throws `invalid` when the container names no command.
 */
export function wrapForFile(
  template: { spec?: Record<string, unknown> },
  { container: name, path }: ResultSettings,
  job: string,
): void {
  const containers = (template.spec?.containers ?? []) as Container[];
  const container = name === undefined ? containers[0] : containers.find((each) => each.name === name);
  if (!container) return;
  const { command, args } = container;
  if (!Array.isArray(command) || command.length === 0) {
    throw invalid(
      'spec.workload.with.result.from',
      `expected a container with a command in Job ${job}: a file is printed by a shell that runs the command`,
    );
  }
  const rest = Array.isArray(args) ? args : [];
  container.command = ['/bin/sh', '-c', script, 'proofload', path, ...command];
  container.args = rest;
}

/** The file that a container printed into its log; null when it is not there, or not whole. */
export function readPrintedFile(log: string): Buffer | null {
  const begin = log.lastIndexOf(`${fileMarks.begin}\n`);
  const end = log.indexOf(fileMarks.end, begin);
  if (begin < 0 || end < 0) return null;
  return Buffer.from(log.slice(begin + fileMarks.begin.length + 1, end), 'base64');
}
