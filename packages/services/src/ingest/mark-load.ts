import type { RunRecord } from '@proofload/db';
import type { ServiceContext } from '../context.ts';

type Spans = Readonly<Record<string, { fromMs: number; toMs: number }>>;

/** The phase in which the load of a run ran; windows count from its edges. */
const loadPhase = 'load';

/**
 * Marks on the timeline of a run of somebody else when its load ran, from the times of the samples of its load
 * generator. A phase `load` that the sender marked stays; data that is older than the run moves its start.
 * @param before spans of the origins before the upload
 */
export async function markLoad(ctx: ServiceContext, run: RunRecord, before: Spans): Promise<void> {
  const span = spanOfLoad(await ctx.samples.readSpans(run.key));
  if (span === null) return;
  const earlier = spanOfLoad(before);
  const marked = run.phases.find(({ name }) => name === loadPhase);
  const isOwn = marked?.startMs === earlier?.fromMs && marked?.endMs === earlier?.toMs;
  if (marked === undefined || isOwn) {
    await ctx.repos.timeline.putPhase(run.id, { name: loadPhase, startMs: span.fromMs, endMs: span.toMs });
  }
  if (run.startedAtMs === null || span.fromMs < run.startedAtMs) {
    await ctx.repos.runs.change(run.id, { status: run.status }, { startedAtMs: span.fromMs });
  }
}

function spanOfLoad(spans: Spans): { fromMs: number; toMs: number } | null {
  const ofLoad = Object.entries(spans).flatMap(([origin, span]) => (origin.startsWith('k6:') ? [span] : []));
  if (ofLoad.length === 0) return null;
  return {
    fromMs: Math.min(...ofLoad.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...ofLoad.map(({ toMs }) => toMs)),
  };
}
