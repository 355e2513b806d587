import { styleText } from 'node:util';

/** Where the command writes. Results go to stdout; progress and errors to stderr, so that `--json` can be piped. */
export interface Output {
  /** True on a terminal outside of CI: one status line is redrawn in place. */
  readonly isInteractive: boolean;
  result(text: string): void;
  /** A line of progress that stays. */
  note(text: string): void;
  /** What is going on now: redrawn on a terminal, not written elsewhere. */
  status(text: string): void;
  clearStatus(): void;
  error(text: string): void;
}

interface Streams {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
}

export function createOutput({ stdout, stderr }: Streams, isCi: boolean): Output {
  const isInteractive = stderr.isTTY === true && !isCi;
  let shown = false;
  const clearStatus = (): void => {
    if (shown) stderr.write('\r\u001b[2K');
    shown = false;
  };
  return {
    isInteractive,
    clearStatus,
    result: (text) => {
      clearStatus();
      stdout.write(`${text}\n`);
    },
    note: (text) => {
      clearStatus();
      stderr.write(`${text}\n`);
    },
    status: (text) => {
      if (!isInteractive) return;
      clearStatus();
      // A status longer than the line would wrap, and only its last line could be cleared.
      stderr.write(text.slice(0, (stderr.columns ?? 80) - 1));
      shown = true;
    },
    error: (text) => {
      clearStatus();
      stderr.write(`${isInteractive ? styleText('red', text) : text}\n`);
    },
  };
}
