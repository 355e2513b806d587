import type { ClusterEvents, ClusterEventsQuery } from '@proofload/contracts';
import { maxClusterEvents } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { findRun } from './find-run.ts';

/** What a cluster reported of the objects of a run. The cursor is the time and id of the last event. */
export async function listClusterEvents(
  ctx: ServiceContext,
  { id, cursor, limit, order, type, search }: { id: string } & ClusterEventsQuery,
): Promise<ClusterEvents> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, id);
  const after = cursor === undefined ? null : readCursor(cursor);
  const selection = { type, search };
  const [events, counts] = await Promise.all([
    ctx.repos.clusterEvents.list(run.id, { ...selection, order, limit: limit + 1 }, after),
    ctx.repos.clusterEvents.count(run.id, selection),
  ]);
  const page = events.slice(0, limit);
  const last = events.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ atMs, firstMs, ...event }) => ({
      ...event,
      at: toInstant(atMs),
      firstAt: toInstant(firstMs),
    })),
    ...counts,
    isFull: counts.total >= maxClusterEvents,
    expiredAt: toInstantOrNull(run.logsExpiredAtMs),
    nextCursor: last ? `${last.atMs} ${last.id}` : null,
  };
}

function readCursor(cursor: string): { atMs: number; id: string } {
  const [, at, id] = /^(\d{1,15}) (.{1,1000})$/s.exec(cursor) ?? [];
  if (at !== undefined && id !== undefined) return { atMs: Number(at), id };
  const message = 'expected the cursor of an earlier answer';
  throw new ProofloadError('invalid', `cursor: ${message}`, { fields: [{ field: 'cursor', message }] });
}
