import type { UnremovedArtifact } from '@proofload/db';
import { isDatabaseAway } from '@proofload/db';
import type { ServiceContext } from '../context.ts';

const batch = 200;

/**
 * Removes contents of artifacts that have expired, those of earlier passes that died as well. A content is removed first
 * and noted as removed afterwards, so that whoever dies in between leaves it to the next pass; one that another
 * artifact still uses stays until that has expired too.
 * @returns ids of runs of which a content could not be removed
 */
export async function removeContents(
  ctx: Pick<ServiceContext, 'repos' | 'artifacts' | 'clock' | 'log'>,
  options: { projectId?: string; signal?: AbortSignal } = {},
): Promise<Set<string>> {
  const failed = new Set<string>();
  let last: UnremovedArtifact | null = null;
  while (!options.signal?.aborted) {
    const found: UnremovedArtifact[] = await ctx.repos.expiry.findUnremoved(last, batch, options.projectId);
    for (const artifact of found) {
      try {
        await removeContent(ctx, artifact);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        failed.add(artifact.runId);
        ctx.log.warn('An expired artifact could not be removed', { ...artifact, error: String(error) });
      }
    }
    last = found.at(-1) ?? null;
    if (last === null || found.length < batch) break;
  }
  return failed;
}

async function removeContent(
  ctx: Pick<ServiceContext, 'repos' | 'artifacts' | 'clock'>,
  artifact: UnremovedArtifact,
): Promise<void> {
  if (!(await ctx.repos.expiry.isBlobInUse(artifact.blobKey))) await ctx.artifacts.remove(artifact.blobKey);
  await ctx.repos.expiry.noteRemoved(artifact, ctx.clock.nowMs());
}
