import { createRandom } from '@proofload/domain';
import { finishRun, type ServiceContext, saveExperiment } from '@proofload/services';
import { fillRun } from './fill-run.ts';

export interface ExperimentFilling {
  name: string;
  treatments: number;
  replicates: number;
  /** Series of each run. */
  series: number;
  /** Samples of each of them. */
  samples: number;
  /** The metrics that the series are spread over, each with a measurement of its name. */
  metrics: readonly string[];
}

/** An experiment with finished runs, each of whose series is a level that wanders. */
export async function fillExperiment(
  ctx: ServiceContext,
  { name, treatments, replicates, series, samples, metrics }: ExperimentFilling,
): Promise<void> {
  const levels = Array.from({ length: treatments }, (_, index) => index + 1);
  const measurements = metrics.map(
    (metric) => `    ${metric}: {metric: ${metric}, aggregate: avg, better: lower}\n`,
  );
  await saveExperiment(ctx, {
    source: `apiVersion: proofload/v1
kind: Experiment
metadata: {name: ${name}}
spec:
  objective: How deep do queues become?
  factors: [{workers: [${levels.join(', ')}]}]
  baseline: {workers: 1}
  replicates: ${replicates}
  workload: {executor: external}
  measurements:
${measurements.join('')}`,
  });
  const random = createRandom(7);
  for (let run = 0; run < treatments * replicates; run++) {
    const { id } = await fillRun(ctx, {
      series,
      samples,
      random,
      experiment: { name, params: { workers: 1 + (run % treatments) } },
      metric: (index) => metrics[index % metrics.length] ?? name,
    });
    await finishRun(ctx, { id, outcome: 'completed' });
  }
}
