import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LogRequest {
  follow: boolean;
  timestamps: boolean;
  tailLines: number | null;
  limitBytes: number | null;
  since: Date | null;
}

const chunkBytes = 64 * 1024;
const lookEveryMs = 200;

/** Reads the query of the kubelet's log endpoint. Throws a RangeError that names what is wrong. */
export function readLogRequest(query: URLSearchParams, now: Date): LogRequest {
  const seconds = readCount(query, 'sinceSeconds');
  const sinceTime = query.get('sinceTime');
  const since = sinceTime === null ? null : new Date(sinceTime);
  if (since && Number.isNaN(since.getTime())) throw new RangeError('sinceTime: expected a time');
  return {
    follow: query.get('follow') === 'true',
    timestamps: query.get('timestamps') === 'true',
    tailLines: readCount(query, 'tailLines'),
    limitBytes: readCount(query, 'limitBytes'),
    since: since ?? (seconds === null ? null : new Date(now.getTime() - seconds * 1000)),
  };
}

function readCount(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  if (!/^\d+$/.test(text)) throw new RangeError(`${name}: expected a whole number`);
  return Number(text);
}

/** The pieces of a log as they are asked for. With `follow` they go on until the container has ended. */
export async function* readLog(
  path: string,
  request: LogRequest,
  isEnded: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let left = request.limitBytes ?? Number.POSITIVE_INFINITY;
  for await (const line of selectLines(path, request, isEnded, signal)) {
    const text = request.timestamps ? line : line.slice(line.indexOf(' ') + 1);
    const bytes = Buffer.from(`${text}\n`);
    yield bytes.length <= left ? bytes.toString() : bytes.subarray(0, left).toString();
    left -= bytes.length;
    if (left <= 0) return;
  }
}

async function* selectLines(
  path: string,
  { follow, tailLines, since }: LogRequest,
  isEnded: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const file = await open(path, 'r');
  try {
    const reader = new LineReader(file);
    const isWanted = (line: string): boolean => since === null || new Date(line.slice(0, 24)) >= since;
    if (tailLines !== null) {
      const tail: string[] = [];
      for await (const line of reader.readWritten()) {
        if (isWanted(line)) tail.push(line);
        if (tail.length > tailLines) tail.shift();
      }
      yield* tail;
    }
    for (;;) {
      const wasEnded = isEnded();
      for await (const line of reader.readWritten()) if (isWanted(line)) yield line;
      if (!follow || wasEnded || signal.aborted) return;
      await sleep(lookEveryMs);
    }
  } finally {
    await file.close();
  }
}

/** Reads whole lines from where it stopped last. */
class LineReader {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.alloc(chunkBytes);
  #position = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async *readWritten(): AsyncGenerator<string> {
    for (;;) {
      const { bytesRead } = await this.#file.read(this.#buffer, 0, chunkBytes, this.#position);
      if (bytesRead === 0) return;
      this.#position += bytesRead;
      const bytes = Buffer.concat([this.#rest, this.#buffer.subarray(0, bytesRead)]);
      const end = bytes.lastIndexOf(10) + 1;
      this.#rest = Buffer.from(bytes.subarray(end));
      if (end > 0)
        yield* bytes
          .subarray(0, end - 1)
          .toString()
          .split('\n');
    }
  }
}
