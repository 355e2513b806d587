import { ProofloadError } from '@proofload/domain';
import type { ClusterNote } from '@proofload/executors';
import type { ServiceContext } from '../context.ts';

/**
 * Stores what a workload on a cluster has to tell, one note after the other, until the run belongs to somebody else. A step
 * of a search that cannot be kept is said, since the next one must not begin then.
 */
export function createNoteWriter(
  ctx: Pick<ServiceContext, 'repos' | 'log'>,
  runId: string,
  lost: AbortSignal,
): (note: ClusterNote) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const storeStep = async (note: ClusterNote): Promise<void> => {
    if (lost.aborted) throw new ProofloadError('conflict', 'The run belongs to another worker now');
    await store(ctx, runId, note);
  };
  return (note) => {
    if (note.kind === 'step') {
      const stored = last.then(() => storeStep(note));
      last = stored.catch(() => undefined);
      return stored;
    }
    last = last.then(async () => {
      if (lost.aborted) return;
      try {
        await store(ctx, runId, note);
      } catch (error) {
        // A note is worth less than the run that it is of.
        ctx.log.warn('A note of a run was lost', { runId, kind: note.kind, error: String(error) });
      }
    });
    return last;
  };
}

async function store(ctx: Pick<ServiceContext, 'repos'>, runId: string, note: ClusterNote): Promise<void> {
  const { timeline, clusterEvents, clusterObjects, capacitySteps } = ctx.repos;
  switch (note.kind) {
    case 'phase': {
      const { name, startMs, endMs } = note;
      return timeline.putPhase(runId, { name, startMs, endMs });
    }
    case 'facts':
      return timeline.addEnvironment(runId, note.facts);
    case 'objects':
      await clusterObjects.putPods(runId, note.pods);
      return clusterObjects.putJobs(runId, note.jobs);
    case 'step':
      return capacitySteps.put(runId, note.step);
    case 'event':
      await clusterEvents.put(runId, note.event);
  }
}
