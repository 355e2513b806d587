import type { PrometheusServerCheck } from '@proofload/contracts';
import { checkPrometheus, PrometheusError } from '@proofload/sources';
import { requireScope, type ServiceContext } from '../context.ts';
import { connectServer } from './connect-server.ts';
import { findPrometheusServer } from './prometheus-server-view.ts';

const checkWithinMs = 15_000;

/** Asks a server what a run would ask. That it does not answer is a result, not an error. */
export async function checkPrometheusServer(
  ctx: ServiceContext,
  input: { name: string },
): Promise<PrometheusServerCheck> {
  requireScope(ctx, 'launch');
  const connection = await connectServer(ctx, await findPrometheusServer(ctx, input.name));
  const startedMs = ctx.clock.nowMs();
  try {
    const signal = AbortSignal.timeout(checkWithinMs);
    const found = await checkPrometheus(connection.client, startedMs, signal);
    return { reachable: true, error: null, ...found, durationMs: ctx.clock.nowMs() - startedMs };
  } catch (error) {
    if (!(error instanceof PrometheusError)) throw error;
    const unknown = { flavour: null, version: null, series: null, targets: null };
    const durationMs = ctx.clock.nowMs() - startedMs;
    return { reachable: false, error: error.message, ...unknown, durationMs };
  } finally {
    await connection.close();
  }
}
