import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';
import { findRun } from './find-run.ts';
import { toDay } from './require-kept-samples.ts';

export interface ArtifactContent {
  contentType: string;
  /** In bytes. */
  size: number;
  body: AsyncIterable<Uint8Array>;
}

/** The content of a run's artifact, as a stream. */
export async function readArtifact(
  ctx: ServiceContext,
  input: { id: string; name: string },
): Promise<ArtifactContent> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, input.id);
  const artifacts = await ctx.repos.timeline.listArtifacts(run.id);
  const artifact = requireFound(
    artifacts.find(({ name }) => name === input.name),
    `artifact ${input.name} of run ${run.id}`,
  );
  if (artifact.expiredAtMs !== null) {
    throw new ProofloadError(
      'expired',
      `The artifact ${artifact.name} expired on ${toDay(artifact.expiredAtMs)} by the project's rule`,
    );
  }
  return {
    contentType: artifact.contentType,
    size: artifact.size,
    body: await ctx.artifacts.open(artifact.blobKey),
  };
}
