import type { Measurement, SloResult } from '@proofload/contracts';
import {
  amountHolds,
  convertUnit,
  formatAmount,
  holds,
  parseObjective,
  type SloDefinition,
} from '@proofload/domain';
import { type Breach, findBreaches, type StepMeter } from './find-breaches.ts';
import type { TimeRange } from './time-range.ts';
import { toInstant } from './to-instant.ts';

/** A measurement with what its objectives need. */
export interface Measured {
  measurement: Measurement;
  range: TimeRange | null;
  /** Its value step by step, by the length of a step that an objective asks for; empty where steps mean nothing. */
  steps: ReadonlyMap<SloDefinition['stepMs'], StepMeter>;
}

/** Breaches that are kept; beyond, the last one says how many more there were. */
const maxBreaches = 200;

/** Holds a measurement against its objective, over all of its window and step by step within it. */
export function evaluateSlo(slo: SloDefinition, measured: Measured | undefined): SloResult {
  const { name, objective, measurement: measurementName } = slo;
  const result: SloResult = {
    name,
    objective,
    measurement: measurementName,
    met: null,
    value: measured?.measurement.value ?? null,
    unit: measured?.measurement.unit ?? null,
    breaches: [],
    note: null,
  };
  if (measured === undefined) return { ...result, note: `there is no measurement ${measurementName}` };
  const { measurement, range } = measured;
  const parsed = parseObjective(objective);
  const limit = parsed && convertUnit(parsed.value, parsed.unit, measurement.unit ?? '');
  if (parsed === null) return { ...result, note: 'expected a comparison with a quantity such as `< 120ms`' };
  if (limit === null) return { ...result, note: `${parsed.unit} does not convert to ${measurement.unit}` };
  if (measurement.value === null) {
    const { amount } = measurement;
    if (amount === undefined) return { ...result, note: measurement.note ?? 'there is no value' };
    const met = amountHolds(amount, parsed.operator, limit);
    const note = met === null ? `cannot be told from ${formatAmount(amount, measurement.unit)}` : null;
    return { ...result, met, amount, note };
  }
  const { operator } = parsed;
  const met = holds(measurement.value, operator, limit);
  const meter = measured.steps.get(slo.stepMs);
  const steps = meter === undefined ? null : findBreaches(meter.steps(), { operator, limit });
  const whole: Breach[] =
    met || range === null ? [] : [{ fromMs: range.fromMs, toMs: range.toMs, worst: measurement.value }];
  // Where no step can be told from another, the whole window is the breach.
  const found = steps === null || (steps.length === 0 && !met) ? whole : steps;
  const shown = found.slice(0, maxBreaches);
  return {
    ...result,
    met,
    breaches: shown.map(({ fromMs, toMs, worst }) => ({
      from: toInstant(fromMs),
      to: toInstant(toMs),
      worst,
    })),
    note:
      found.length > shown.length
        ? `${found.length - shown.length} further intervals of breach are left out`
        : null,
  };
}
