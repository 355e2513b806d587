import type { Retention } from '@proofload/contracts';
import { keepEverything } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';

/** The rules of the project. Without any, everything is kept for ever. */
export async function readRetention(ctx: ServiceContext): Promise<Retention> {
  requireScope(ctx, 'read');
  const record = await ctx.repos.retention.find(ctx.actor.projectId);
  const { samples, artifacts, logs } = record?.rules ?? keepEverything;
  const rules = { samples, artifacts, logs };
  if (!record) return { rules, updatedAt: null, updatedBy: null, lastAppliedAt: null, nextAt: null };
  const isIdle = samples === null && artifacts === null && logs === null;
  return {
    rules,
    updatedAt: toInstant(record.updatedAtMs),
    updatedBy: record.updatedBy,
    lastAppliedAt: toInstantOrNull(record.lastAppliedAtMs),
    nextAt: isIdle ? null : toInstant(record.nextAtMs),
  };
}
