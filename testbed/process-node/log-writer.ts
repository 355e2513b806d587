import { closeSync, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';

const maxBytes = 64 * 1024 * 1024;
const maxLineLength = 1024 * 1024;

/** Writes what a process says to a file, each line after its time, up to 64 MiB. */
export class LogWriter {
  readonly #file: number;
  #written = 0;
  #isFull = false;

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o600);
  }

  /** Lines of several streams are mixed in the order in which they come. */
  follow(stream: Readable): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLineLength) {
        lines.push(rest);
        rest = '';
      }
      for (const line of lines) this.write(line);
    });
    stream.on('end', () => {
      if (rest !== '') this.write(rest);
    });
  }

  write(line: string): void {
    if (this.#isFull) return;
    this.#isFull = this.#written > maxBytes;
    const text = this.#isFull ? 'The log is full: what follows is left out' : line;
    this.#written += writeSync(this.#file, `${new Date().toISOString()} ${text}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}
