import { createHash } from 'node:crypto';
import { openRun, type ServiceContext } from '@proofload/services';

export interface Filling {
  /** Series, each a level that wanders. */
  series: number;
  /** Samples of each, five seconds apart. */
  samples: number;
  random: () => number;
  /** What the run belongs to; nothing when left out. */
  experiment?: { name: string; params: Record<string, number> };
  /** Name of the metric of a series; a hundred of them unless told otherwise. */
  metric?: (index: number) => string;
}

const startMs = 1_795_240_602_000;
/** Samples that are sent together. */
const perRequest = 50_000;

/** Makes a run with samples as a stream brings them, settled as a finished run is. */
export async function fillRun(
  ctx: ServiceContext,
  { series, samples, random, experiment, metric = (index) => `queue_depth_${index % 100}` }: Filling,
): Promise<{ id: string; key: bigint }> {
  const { id } = await openRun(ctx, {
    ...(experiment ? { experiment: experiment.name } : {}),
    params: experiment?.params ?? {},
    labels: {},
    startedAt: new Date(startMs).toISOString(),
  });
  const run = await ctx.repos.runs.find(id, 'bench');
  if (!run) throw new Error('The run is gone');
  const dictionary = Array.from({ length: series }, (_, index) => ({
    metric: metric(index),
    kind: 'gauge' as const,
    unit: null,
    labels: { shard: String(index % 16), pod: `web-${index}`, node: `node-${index % 200}` },
  }));
  const values = dictionary.map(() => Math.floor(random() * 1000));
  const moments = Math.max(1, Math.floor(perRequest / series));
  for (let from = 0; from < samples; from += moments) {
    const columns = {
      series: [] as number[],
      times: [] as number[],
      values: [] as number[],
      sketches: [],
      counted: [],
    };
    for (let sample = from; sample < Math.min(samples, from + moments); sample++) {
      for (let one = 0; one < series; one++) {
        values[one] = (values[one] ?? 0) + Math.round((random() - 0.5) * 100) / 10;
        columns.series.push(one);
        columns.times.push(startMs + sample * 5000);
        columns.values.push(values[one] ?? 0);
      }
    }
    const digest = createHash('sha256').update(`${id}${from}`).digest();
    const stream = { name: 'write:default', source: 'remote-write', format: 'remote-write-1.0' };
    await ctx.samples.appendSamples(run.key, stream, { dictionary, columns, digest });
  }
  await ctx.samples.settleRun(run.key);
  return { id, key: run.key };
}
