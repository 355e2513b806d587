import type { PodLog, PodLogQuery } from '@proofload/contracts';
import type { RunRecord, StoredArtifactRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { readPlace } from '@proofload/executors';
import { ClusterError } from '@proofload/kubernetes';
import { openCluster } from '../clusters/open-cluster.ts';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';
import { requireFound } from '../not-found.ts';
import { findRun } from './find-run.ts';
import { toDay } from './require-kept-samples.ts';
import { readTail } from './tail-text.ts';

/** What is sent to a page. */
const maxBytes = 256 * 1024;
/** What is read of a log to find its end; nodes bound by lines, and a line may be long. */
const maxReadBytes = 8 * 1024 * 1024;
/** How long a page waits for a cluster. */
const patienceMs = 8_000;

interface Question extends PodLogQuery {
  id: string;
  pod: string;
}

/**
 * The end of the log of a pod of a run: from its cluster while its objects may be there, or else what was kept of it. Pods that
 * are not the run's are never read, whatever the credential of the cluster may read.
 */
export async function readPodLog(ctx: ServiceContext, question: Question): Promise<PodLog> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, question.id);
  const pod = requireFound(
    await ctx.repos.clusterObjects.findPod(run.id, question.pod),
    `pod ${question.pod} of run ${run.id}`,
  );
  const container = question.container ?? (pod.containers.length === 1 ? pod.containers[0] : undefined);
  if (container === undefined || (pod.containers.length > 0 && !pod.containers.includes(container))) {
    const message = `expected one of ${pod.containers.join(', ')}`;
    throw new ProofloadError('invalid', `container: ${message}`, {
      fields: [{ field: 'container', message }],
    });
  }
  const asked = { ...question, container };
  const kept = await findKept(ctx, run, asked);
  // What was kept is the end of a log that does not grow any more.
  if (kept !== null && run.status === 'finished') return readKept(ctx, asked, kept);
  if (run.objects !== 'present' && run.objects !== 'kept') throw notKept(run, question.pod);
  try {
    return await readLive(ctx, run, { ...asked, uid: pod.uid });
  } catch (error) {
    if (!(error instanceof ClusterError) || error.status !== 404) throw error;
    if (kept !== null) return readKept(ctx, asked, kept);
    throw new ProofloadError('not-found', `The pod ${question.pod} is gone, and its log was not kept`, {
      cause: error,
    });
  }
}

type Asked = Question & { container: string };

async function readLive(
  ctx: ServiceContext,
  run: RunRecord,
  asked: Asked & { uid: string },
): Promise<PodLog> {
  const place = readPlace(run.executorState);
  if (place === null) throw notKept(run, asked.pod);
  const { container, previous, lines } = asked;
  const { client, name } = await openCluster(ctx, run.projectId, place.cluster);
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const ref = { apiVersion: 'v1', kind: 'Pod', name: asked.pod, namespace: place.namespace };
    const found = await client.get(ref, { signal });
    if (found?.metadata.uid !== asked.uid)
      throw new ClusterError('not-found', `The pod ${asked.pod} is gone`, { status: 404 });
    const log = await client.readPodLog(
      { namespace: place.namespace, pod: asked.pod, container },
      { tailLines: lines + 1, limitBytes: maxReadBytes, previous, signal },
    );
    const tail = await readTail(log, { maxBytes, maxLines: lines });
    return { source: 'cluster', container, readAt: toInstant(ctx.clock.nowMs()), ...tail, artifact: null };
  } catch (error) {
    if (signal.aborted || (error instanceof ClusterError && error.isTransient))
      throw new ProofloadError(
        'unavailable',
        `The cluster ${name} is not reached at the moment, so the log of ${asked.pod} cannot be read`,
        { cause: error },
      );
    throw error;
  } finally {
    await client.close();
  }
}

async function findKept(
  ctx: ServiceContext,
  run: RunRecord,
  { pod, container, previous }: Asked,
): Promise<StoredArtifactRecord | null> {
  const artifacts = await ctx.repos.timeline.listArtifacts(run.id);
  const name = `logs-${pod}-${container}${previous ? '.previous' : ''}.txt`;
  return artifacts.find((artifact) => artifact.name === name) ?? null;
}

async function readKept(
  ctx: ServiceContext,
  { container, lines, pod }: Asked,
  { name, blobKey, expiredAtMs }: StoredArtifactRecord,
): Promise<PodLog> {
  if (expiredAtMs !== null)
    throw new ProofloadError(
      'expired',
      `The log of ${pod} expired on ${toDay(expiredAtMs)} by the project's rule`,
    );
  const tail = await readTail(await ctx.artifacts.open(blobKey), { maxBytes, maxLines: lines });
  return { source: 'artifact', container, readAt: toInstant(ctx.clock.nowMs()), ...tail, artifact: name };
}

function notKept({ status }: RunRecord, pod: string): ProofloadError {
  return new ProofloadError(
    'not-found',
    status === 'finished'
      ? `The log of ${pod} was not kept: spec.workload.with.logs says of how many pods logs are kept`
      : `The log of ${pod} cannot be read yet`,
  );
}
