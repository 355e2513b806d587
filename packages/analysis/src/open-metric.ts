import type { Measurement } from '@proofload/contracts';
import { formatQuantity, type MeasurementDefinition, type SloDefinition } from '@proofload/domain';
import type { Measured } from './evaluate-slo.ts';
import { hasSteps, measureSteps, type StepMeter } from './find-breaches.ts';
import { type MetricMeter, measureEntities, measureMetric, type PreparedMetric } from './measure-metric.ts';
import type { Meter } from './meter.ts';

/** A measurement of a metric that waits for the points that it asks for. */
export interface OpenMetric {
  meters: readonly Meter[];
  /** Once its meters were given their points. */
  measured(): Measured;
}

/** @param slos those of this measurement */
export function openMetric({ definition, slos, window }: OpenedFor, metric: PreparedMetric): OpenMetric {
  const { balance, better } = definition;
  const total = measureMetric(metric, { hasSpread: balance === null });
  const entities = balance === null ? [] : measureEntities(metric, balance);
  const steps = openSteps(metric, slos);
  const describe = (): Figures =>
    balance === null ? describeTotal(metric, total) : describeBalance(metric, total, entities, balance);
  return {
    meters: [total, ...entities.map(({ meter }) => meter), ...steps.values()],
    measured: () => ({
      measurement: { unit: metric.unit, better, window, ...describe() },
      range: metric.range,
      steps,
    }),
  };
}

export interface OpenedFor {
  definition: MeasurementDefinition;
  /** The objectives of the measurement. */
  slos: readonly SloDefinition[];
  window: Measurement['window'];
}

function openSteps(
  metric: PreparedMetric,
  slos: readonly SloDefinition[],
): Map<SloDefinition['stepMs'], StepMeter> {
  const { range } = metric;
  if (range === null || !hasSteps(metric)) return new Map();
  const lengths = new Set(slos.map(({ stepMs }) => stepMs));
  return new Map([...lengths].map((stepMs) => [stepMs, measureSteps({ ...metric, range }, stepMs)]));
}

type Figures = Pick<Measurement, 'value' | 'samples' | 'spread' | 'note'>;

function describeTotal({ notes }: PreparedMetric, total: MetricMeter): Figures {
  const found = total.result();
  const { value, samples, spread } = found;
  return {
    value,
    samples,
    spread,
    note: [...notes, ...(value === null ? [found.note] : [])].join('; ') || null,
  };
}

/** The range (greatest minus least) over the entities of a label. */
function describeBalance(
  { unit }: PreparedMetric,
  total: MetricMeter,
  entities: ReturnType<typeof measureEntities>,
  label: string,
): Figures {
  const measured = entities
    .flatMap(({ entity, meter }) => {
      const { value } = meter.result();
      return value === null ? [] : [{ entity, value }];
    })
    .sort((a, b) => a.value - b.value);
  const least = measured[0];
  const most = measured.at(-1);
  if (least === undefined || most === undefined) {
    return { value: null, samples: 0, spread: null, note: `no series has the label ${label}` };
  }
  const say = ({ entity, value }: { entity: string; value: number }): string =>
    `${entity} at ${formatQuantity(value, unit)}`;
  return {
    value: most.value - least.value,
    samples: total.result().samples,
    spread: null,
    note: `range over ${measured.length} values of ${label}, from ${say(least)} to ${say(most)}`,
  };
}
