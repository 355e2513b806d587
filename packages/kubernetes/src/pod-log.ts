import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { backoffMs } from './backoff.ts';
import { ClusterError } from './cluster-error.ts';
import { readLines } from './json-lines.ts';
import type { Transport } from './transport.ts';

export interface PodLogRef {
  namespace: string;
  pod: string;
  /** May be left out for pods of one container. */
  container?: string;
}

export interface ReadLogOptions {
  tailLines?: number;
  /** At most so many bytes, 1 MiB if left out. */
  limitBytes?: number;
  /** Of the container before its last restart. */
  previous?: boolean;
  /** RFC 3339. */
  sinceTime?: string;
  timestamps?: boolean;
  signal?: AbortSignal | undefined;
}

export interface LogLine {
  /** RFC 3339 with nanoseconds, as the node stamped it. */
  at: string;
  text: string;
}

export interface FollowLogOptions {
  sinceTime?: string;
  /** Longer lines are cut. */
  maxLineBytes?: number;
  onCut?: (error: ClusterError) => void;
  onBack?: () => void;
}

const defaultLimitBytes = 1024 * 1024;
const defaultLineBytes = 64 * 1024;
/** One line; the node splits longer ones itself. */
const maxLineBytes = 4 * 1024 * 1024;

const pathOfLog = ({ namespace, pod }: PodLogRef): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
const nameOfLog = ({ namespace, pod, container }: PodLogRef): string =>
  `read the log of Pod ${namespace}/${pod}${container === undefined ? '' : ` (${container})`}`;

/** The log as it is now, as bytes. Throws `ClusterError`, such as `invalid` while a container waits to start. */
export async function readPodLog(
  transport: Transport,
  ref: PodLogRef,
  options: ReadLogOptions = {},
): Promise<AsyncIterable<Uint8Array>> {
  const { tailLines, limitBytes = defaultLimitBytes, previous, sinceTime, timestamps, signal } = options;
  const stream = await transport.stream({
    doing: nameOfLog(ref),
    method: 'GET',
    path: pathOfLog(ref),
    query: { container: ref.container, tailLines, limitBytes, previous, sinceTime, timestamps },
    accept: '*/*',
    signal,
  });
  return cutStream(stream, limitBytes);
}

/** Servers take the limit as advice. */
async function* cutStream(stream: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  let left = limitBytes;
  for await (const chunk of stream) {
    yield chunk.length > left ? chunk.subarray(0, left) : chunk;
    left -= chunk.length;
    if (left <= 0) return;
  }
}

const podSchema = z.object({
  status: z
    .object({
      phase: z.string().optional(),
      containerStatuses: z
        .array(
          z.object({ name: z.string(), state: z.object({ terminated: z.unknown() }).partial().optional() }),
        )
        .nullish(),
      initContainerStatuses: z
        .array(
          z.object({ name: z.string(), state: z.object({ terminated: z.unknown() }).partial().optional() }),
        )
        .nullish(),
    })
    .optional(),
});

/**
 * The lines of a log as they are written, until the container has ended or the signal says stop. A connection that
 * breaks is made again and goes on after the last line. Throws `ClusterError` when the log is refused.
 */
export async function* followPodLog(
  transport: Transport,
  ref: PodLogRef,
  options: FollowLogOptions,
  signal: AbortSignal,
  random: () => number = Math.random,
): AsyncGenerator<LogLine> {
  const resume = createResumption(options.sinceTime);
  let failures = 0;
  let isCut = false;
  while (!signal.aborted) {
    try {
      for await (const line of openFollowed(transport, ref, resume, options.maxLineBytes, signal)) {
        if (isCut) options.onBack?.();
        isCut = false;
        failures = 0;
        yield line;
      }
      if (await hasEnded(transport, ref, signal)) return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ClusterError) || !error.isTransient) throw error;
      if (!isCut) options.onCut?.(error);
      isCut = true;
    }
    failures++;
    await sleep(backoffMs(failures, random()), undefined, { signal }).catch(() => undefined);
  }
}

interface Resumption {
  since(): string | undefined;
  /** Whether a line is new. The server counts in whole seconds, so the newest lines come again. */
  accept(line: LogLine): boolean;
  /** Before lines are read again. */
  restart(): void;
}

function createResumption(sinceTime: string | undefined): Resumption {
  let last: string | undefined;
  /** Lines with the newest time that were given out, and of those how many came again. */
  let given = 0;
  let again = 0;
  return {
    since: () => last ?? sinceTime,
    accept({ at }) {
      if (last === undefined || at > last) {
        last = at;
        given = 1;
        again = 1;
        return true;
      }
      if (at < last) return false;
      again++;
      if (again <= given) return false;
      given = again;
      return true;
    },
    restart() {
      again = 0;
    },
  };
}

async function* openFollowed(
  transport: Transport,
  ref: PodLogRef,
  resume: Resumption,
  cutAt: number = defaultLineBytes,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  resume.restart();
  const stream = await transport.stream({
    doing: nameOfLog(ref),
    method: 'GET',
    path: pathOfLog(ref),
    query: { container: ref.container, follow: true, timestamps: true, sinceTime: resume.since() },
    accept: '*/*',
    signal,
  });
  for await (const bytes of readLines(stream, maxLineBytes)) {
    const line = parseLine(bytes, cutAt);
    if (line !== null && resume.accept(line)) yield line;
  }
}

function parseLine(bytes: Buffer, cutAt: number): LogLine | null {
  const space = bytes.indexOf(32);
  if (space === -1) return null;
  const text = bytes.subarray(space + 1, space + 1 + cutAt).toString('utf8');
  return { at: normaliseTime(bytes.subarray(0, space).toString('latin1')), text: text.replace(/\r$/, '') };
}

/** Nodes leave out trailing zeros, and then times no longer sort as text. */
export function normaliseTime(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (parts === null) return text;
  const [, seconds = '', fraction = '', zone = 'Z'] = parts;
  const utc = zone === 'Z' ? seconds : new Date(`${seconds}${zone}`).toISOString().slice(0, 19);
  return `${utc}.${fraction.padEnd(9, '0')}Z`;
}

async function hasEnded(transport: Transport, ref: PodLogRef, signal: AbortSignal): Promise<boolean> {
  try {
    const path = pathOfLog(ref).replace(/\/log$/, '');
    const doing = `read Pod ${ref.namespace}/${ref.pod}`;
    const { status } = podSchema.parse(await transport.ask({ doing, method: 'GET', path, signal }));
    if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return true;
    const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
    const container = ref.container === undefined ? all[0] : all.find(({ name }) => name === ref.container);
    return container?.state?.terminated !== undefined;
  } catch (error) {
    if (error instanceof ClusterError && error.status === 404) return true;
    throw error;
  }
}
