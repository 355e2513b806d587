import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClusterClient } from '@proofload/kubernetes';
import type { WorkloadFile } from '../executor.ts';
import type { ResultSettings } from './bundle-settings.ts';
import type { PodFacts } from './pod-facts.ts';
import { readPrintedFile } from './wrap-for-file.ts';

/** A result is read whole or not at all. */
const maxResultBytes = 32 * 1024 * 1024;
const maxResults = 200;

export interface Collected {
  files: WorkloadFile[];
  warnings: string[];
}

export interface CollectInput {
  client: ClusterClient;
  directory: string;
  pods: readonly PodFacts[];
  signal?: AbortSignal;
}

/** The end of the log of each container of the first pods, failed ones first. */
export async function collectLogs(
  { client, directory, pods, signal }: CollectInput,
  limits: { bytes: number; pods: number },
): Promise<Collected> {
  const chosen = [...pods]
    .filter(({ startedMs }) => startedMs !== null)
    .sort((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name))
    .slice(0, limits.pods);
  const collected: Collected = { files: [], warnings: [] };
  if (limits.bytes === 0) return collected;
  const folder = join(directory, 'logs');
  await mkdir(folder, { recursive: true });
  for (const pod of chosen) {
    for (const { container, previous } of logsOf(pod)) {
      const name = `logs/${pod.name}-${container}${previous ? '.previous' : ''}.txt`;
      const path = join(directory, name);
      try {
        const log = await client.readPodLog(
          { namespace: pod.namespace, pod: pod.name, container },
          // Bounding by bytes keeps the beginning, and the end is what tells.
          { tailLines: Math.ceil(limits.bytes / 80), limitBytes: limits.bytes, previous, signal },
        );
        await pipeline(Readable.from(log), createWriteStream(path));
        collected.files.push({
          name: name.replaceAll('/', '-'),
          path,
          contentType: 'text/plain; charset=utf-8',
        });
      } catch (error) {
        const which = previous ? ' before its last restart' : '';
        collected.warnings.push(
          `The log of ${pod.name}${which} could not be read: ${(error as Error).message}`,
        );
      }
    }
  }
  const left = pods.length - chosen.length;
  if (left > 0 && limits.pods > 0) collected.warnings.push(`The logs of ${left} further pods were not kept`);
  collected.warnings = collected.warnings.slice(0, 20);
  return collected;
}

const rankOf = ({ phase }: PodFacts): number => (phase === 'Failed' ? 0 : 1);

/** Of containers that were started again, also what was written before: it tells why. */
function logsOf(pod: PodFacts): { container: string; previous: boolean }[] {
  const names = new Set([...Object.keys(pod.images), ...pod.ends.map(({ container }) => container)]);
  return [...names].flatMap((container) => [
    { container, previous: false },
    ...(pod.restarted.includes(container) ? [{ container, previous: true }] : []),
  ]);
}

/** What the containers of a run say that they measured, a file a pod. */
export async function collectResults(
  input: CollectInput,
  result: ResultSettings | undefined,
): Promise<Collected> {
  const collected: Collected = { files: [], warnings: [] };
  if (result === undefined) return collected;
  const ended = input.pods.filter(({ finishedMs }) => finishedMs !== null);
  const done = ended.filter(({ phase }) => phase === 'Succeeded');
  const chosen = (done.length > 0 ? done : ended).slice(0, maxResults);
  if (chosen.length === 0) collected.warnings.push('No pod has ended, so there is no result');
  for (const pod of chosen) {
    try {
      const content = await readResult(input, pod, result);
      if (content === null) {
        collected.warnings.push(`${pod.name} left no result in its ${sayPlace(result)}`);
        continue;
      }
      const name = `result-${pod.name}.txt`;
      const path = join(input.directory, name);
      await writeFile(path, content);
      collected.files.push({ name, path, contentType: 'text/plain; charset=utf-8', ingestAs: result.as });
    } catch (error) {
      collected.warnings.push(`The result of ${pod.name} could not be read: ${(error as Error).message}`);
    }
  }
  if (done.length > maxResults)
    collected.warnings.push(`The results of ${done.length - maxResults} further pods were not read`);
  return collected;
}

const sayPlace = ({ from, path }: ResultSettings): string =>
  from === 'file' ? `file ${path}` : from === 'logs' ? 'log' : 'termination message';

async function readResult(
  { client, signal }: CollectInput,
  pod: PodFacts,
  { from, container }: ResultSettings,
): Promise<string | Buffer | null> {
  const end = pod.ends.find((each) => container === undefined || each.container === container);
  if (from === 'termination-message') return end?.message ?? null;
  const log = await client.readPodLog(
    { namespace: pod.namespace, pod: pod.name, ...(end ? { container: end.container } : {}) },
    { limitBytes: maxResultBytes + 1, signal },
  );
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of log) {
    size += chunk.length;
    if (size > maxResultBytes) throw new Error(`expected at most ${maxResultBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (from === 'file') return readPrintedFile(bytes.toString('latin1'));
  return bytes.length === 0 ? null : bytes;
}
