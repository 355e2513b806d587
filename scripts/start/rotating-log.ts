import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 10 * 1024 * 1024;

/** A log file that is moved to `<name>.1` when it has grown too large, so that a long life fills no disk. */
export class RotatingLog {
  readonly path: string;
  #stream: WriteStream;
  #size: number;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.#size = existsSync(path) ? statSync(path).size : 0;
    this.#stream = openStream(path);
  }

  write(bytes: Uint8Array): void {
    if (this.#size + bytes.length > maxBytes) this.#rotate();
    this.#size += bytes.length;
    this.#stream.write(bytes);
  }

  end(): Promise<void> {
    return new Promise((settle) => {
      this.#stream.end(settle);
    });
  }

  #rotate(): void {
    this.#stream.end();
    renameSync(this.path, `${this.path}.1`);
    this.#stream = openStream(this.path);
    this.#size = 0;
  }
}

function openStream(path: string): WriteStream {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  // A full disk must not stop what is being logged.
  stream.on('error', (error) => console.error(`${path} cannot be written: ${error.message}`));
  return stream;
}
