import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkloadFile, WorkloadInput } from '../executor.ts';
import { judgeK6Exit } from '../k6/k6-end.ts';
import { type K6Summary, parseK6Summary } from '../k6/k6-summary.ts';
import type { Concluded } from '../kubernetes/bundle-workload.ts';
import type { CollectInput } from '../kubernetes/collect-results.ts';
import type { JobsEnd } from '../kubernetes/judge-jobs.ts';
import { isOomKilled, type PodFacts } from '../kubernetes/pod-facts.ts';
import { type K6Log, readK6Log } from './read-k6-log.ts';

const containerName = 'k6';
const maxLogBytes = 32 * 1024 * 1024;
/** The summary stands at the end of the log. */
const tailLines = 50_000;
const maxProblems = 20;
/** Stopped because another instance had failed, or by somebody who removed the pod. */
const stoppedCodes: readonly (number | null)[] = [105, 130, 137, 143];

/** An instance of k6 that has ended. */
interface Instance {
  pod: PodFacts;
  /** From 1. */
  number: number;
  code: number;
  log: K6Log | null;
  summary: K6Summary | null;
}

export interface K6Pods {
  /** How many instances there should be. */
  parallelism: number;
  /** The instance that a pod is, from 1; null for pods that are none. */
  numberOf: (pod: PodFacts) => number | null;
  scriptPath: string;
  /** When the load began, where instances wait for one another; with the containers unless known. */
  loadStartMs?: () => number | null;
  /** Whether a pod only prepares the load, and says in its log why it could not. */
  isPreparing?: (pod: PodFacts) => boolean;
}

/**
 * What k6 says of its end, in pods as on a machine: thresholds that were crossed are no failure of the run, iterations
 * that were dropped make it limited. Keeps the summary of each instance for the run.
 */
export async function concludeK6(
  input: Pick<WorkloadInput, 'log'>,
  { parallelism, numberOf, scriptPath, loadStartMs, isPreparing }: K6Pods,
  collect: CollectInput,
  end: JobsEnd,
): Promise<Concluded> {
  const warnings = [...end.warnings];
  const instances: Instance[] = [];
  for (const pod of collect.pods) {
    const number = numberOf(pod);
    const instance = number === null ? null : await readInstance(collect, pod, number, warnings);
    if (instance !== null) instances.push(instance);
  }
  instances.sort((a, b) => a.number - b.number);
  for (const { pod, log } of instances)
    for (const { level, message } of log?.problems.slice(-maxProblems) ?? [])
      input.log(level, parallelism > 1 ? `${pod.name}: ${message}` : message);
  const files: WorkloadFile[] = [
    { name: scriptName(scriptPath), path: scriptPath, contentType: 'text/javascript; charset=utf-8' },
    ...(await writeSummaries(collect.directory, instances, parallelism)),
  ];
  const span = spanOf(instances, loadStartMs?.() ?? null);
  const judged = judge(instances, end, parallelism);
  const preparing = collect.pods.find((pod) => isPreparing?.(pod));
  if (judged.outcome === 'failed' && instances.length === 0 && preparing)
    judged.reason = [judged.reason, await readProblem(collect, preparing)].filter(Boolean).join('; ');
  return {
    ...judged,
    warnings: [...new Set([...warnings, ...judged.warnings])],
    files,
    ...(span ? { span } : {}),
  };
}

const scriptName = (path: string): string => `script.${path.endsWith('.ts') ? 'ts' : 'js'}`;

async function readInstance(
  collect: CollectInput,
  pod: PodFacts,
  number: number,
  warnings: string[],
): Promise<Instance | null> {
  const end = pod.ends.find(({ container }) => container === containerName);
  if (end === undefined) return null;
  const said = /^k6 (\d+)\s*$/.exec(end.message ?? '')?.[1];
  const code = said === undefined ? end.exitCode : Number(said);
  try {
    const log = readK6Log(await readLog(collect, pod));
    const summary = log.summary === null ? null : parseK6Summary(log.summary);
    if (summary === null && (code === 0 || code === 99))
      warnings.push(`${pod.name} left no summary in its log`);
    if (log.problems.some(({ message }) => message.includes('Failed to send the time series')))
      warnings.push(`${pod.name} could not push all that it measured; its log says why`);
    return { pod, number, code, log, summary };
  } catch (error) {
    warnings.push(`The log of ${pod.name} could not be read: ${(error as Error).message}`);
    return { pod, number, code, log: null, summary: null };
  }
}

async function readLog({ client, signal }: CollectInput, pod: PodFacts): Promise<string> {
  const chunks: Uint8Array[] = [];
  const ref = { namespace: pod.namespace, pod: pod.name, container: containerName };
  for await (const chunk of await client.readPodLog(ref, { tailLines, limitBytes: maxLogBytes, signal }))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What k6 said last, in its own format for logs; null when the log cannot be read or says nothing. */
async function readProblem(collect: CollectInput, pod: PodFacts): Promise<string | null> {
  const text = await readLog(collect, pod).catch((error: Error) => `level=error msg="${error.message}"`);
  const last = text.split('\n').findLast((line) => line.includes('level=error'));
  return (
    /msg="((?:[^"\\]|\\.)*)"/
      .exec(last ?? '')?.[1]
      ?.replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? ' ' : sign))
      .slice(0, 1000) ?? null
  );
}

async function writeSummaries(
  directory: string,
  instances: readonly Instance[],
  parallelism: number,
): Promise<WorkloadFile[]> {
  const files: WorkloadFile[] = [];
  for (const { log, number } of instances) {
    if (log?.summary == null) continue;
    const name = parallelism > 1 ? `summary-${number}.json` : 'summary.json';
    const path = join(directory, name);
    await writeFile(path, log.summary);
    files.push({ name, path, contentType: 'application/json', ingestAs: 'k6' });
  }
  return files;
}

/** From the first container that began to the last that ended, in whole seconds. */
function spanOf(
  instances: readonly Instance[],
  loadStartMs: number | null,
): { fromMs: number; toMs: number } | null {
  const starts = instances.flatMap(({ pod }) => pod.startedMs ?? []);
  const ends = instances.flatMap(({ pod }) => pod.finishedMs ?? []);
  if (starts.length === 0 || ends.length === 0) return null;
  const fromMs = Math.max(Math.min(...starts), loadStartMs ?? 0);
  return { fromMs, toMs: Math.max(fromMs, ...ends) };
}

/** One end out of those of all instances, as if it were one k6. */
function judge(instances: readonly Instance[], end: JobsEnd, parallelism: number): JobsEnd {
  const failed = instances.filter(({ code }) => code !== 0 && code !== 99);
  const cause = failed.find(({ code }) => !stoppedCodes.includes(code)) ?? null;
  const wasKilled = instances.some(({ pod }) => pod.ends.some(isOomKilled));
  // What Kubernetes did to the pods tells more than what k6 said of it.
  if (end.outcome !== 'completed' && (cause === null || wasKilled)) return end;
  const code = cause?.code ?? failed[0]?.code ?? (instances.some((each) => each.code === 99) ? 99 : 0);
  const summaries = instances.flatMap(({ summary }) => summary ?? []);
  const judged = judgeK6Exit({
    code,
    lastError: (cause ?? failed[0])?.log?.lastError ?? null,
    summary: {
      droppedIterations: summaries.reduce((sum, { droppedIterations }) => sum + droppedIterations, 0),
      // The summaries are read into the run, which says then what was crossed.
      crossedThresholds: [],
    },
  });
  if (summaries.some(({ crossedThresholds }) => crossedThresholds.length > 0)) judged.warnings = [];
  const missing = parallelism - instances.length;
  if (missing <= 0 || judged.outcome === 'failed') return judged;
  return {
    ...judged,
    outcome: 'failed',
    reason: `${missing} of ${parallelism} instances of k6 did not end, so that their part of the load is missing`,
  };
}
