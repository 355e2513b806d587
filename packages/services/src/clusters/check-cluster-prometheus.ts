import type { ClusterHealth } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { checkPrometheus, PrometheusError } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import { openPrometheus } from '../prometheus-servers/open-prometheus.ts';
import { toPrometheusSource } from './cluster-prometheus.ts';

const checkWithinMs = 15_000;

/** Asks the Prometheus of a cluster. That it does not answer is a result, not an error. @returns null without one */
export async function checkClusterPrometheus(
  ctx: ServiceContext,
  named: string | null,
): Promise<ClusterHealth['prometheus']> {
  if (named === null) return null;
  const unknown = { server: named, reachable: false, flavour: null, version: null, targets: null };
  try {
    const connection = await openPrometheus(
      { ...ctx, prometheusUrl: null },
      ctx.actor.projectId,
      toPrometheusSource(named),
    );
    try {
      const signal = AbortSignal.timeout(checkWithinMs);
      const { flavour, version, targets } = await checkPrometheus(
        connection.client,
        ctx.clock.nowMs(),
        signal,
      );
      return { server: named, reachable: true, error: null, flavour, version, targets };
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof PrometheusError) && !(error instanceof ProofloadError)) throw error;
    return { ...unknown, error: error.message };
  }
}
