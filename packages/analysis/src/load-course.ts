import { parseSelector } from '@proofload/domain';
import { measureSteps } from './find-breaches.ts';
import { measureMetric, prepareMetric } from './measure-metric.ts';
import { readMeters } from './meter.ts';
import type { RunData } from './run-data.ts';
import type { SloStep } from './slo-statistics.ts';

/** What a run was loaded with: step by step, and on average over all of it. */
export interface LoadCourse {
  unit: string | null;
  steps: SloStep[];
  mean: number | null;
}

/** The load of a run by a metric: the level of a gauge, the rate of anything that is counted. Null without data. */
export async function readLoad(metric: string, data: RunData): Promise<LoadCourse | null> {
  const selector = parseSelector(metric);
  const [first] = await data.listSeries(selector);
  if (first === undefined) return null;
  const brace = metric.indexOf('{');
  const of = {
    kind: 'metric' as const,
    metric: selector.metric,
    selector: brace < 0 ? '' : metric.slice(brace),
    aggregate: first.kind === 'gauge' ? 'avg' : 'rate',
  };
  const definition = { of, over: null, balance: null, unit: null, better: 'none' as const };
  const prepared = await prepareMetric(definition, null, data);
  if ('note' in prepared || prepared.range === null) return null;
  const steps = measureSteps({ ...prepared, range: prepared.range }, null);
  const whole = measureMetric(prepared, { hasSpread: false });
  await readMeters([steps, whole], prepared.totals, prepared.range, data);
  return { unit: prepared.unit, steps: steps.steps(), mean: whole.result().value };
}
