import type { Retention, SaveRetention } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { readRetention } from './read-retention.ts';

/** How long new rules wait before a worker carries them out: time to notice a slip. */
const graceMs = 60 * 60_000;

/** Changes the rules of the project. Nothing is removed before an hour has passed, unless somebody asks for it. */
export async function saveRetention(ctx: ServiceContext, input: SaveRetention): Promise<Retention> {
  requireScope(ctx, 'admin');
  const atMs = ctx.clock.nowMs();
  await ctx.repos.retention.save(ctx.actor.projectId, {
    ...{ rules: input.rules, atMs, by: ctx.actor.name, nextAtMs: atMs + graceMs },
  });
  ctx.log.info('The rules of retention were changed', {
    ...{ projectId: ctx.actor.projectId, by: ctx.actor.name, rules: input.rules },
  });
  return readRetention(ctx);
}
