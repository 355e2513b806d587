import type { Measurement } from '@proofload/contracts';
import { convertAmount, type MeasurementDefinition, type ReportedValue } from '@proofload/domain';
import type { Measured } from './evaluate-slo.ts';

type Asked = Pick<MeasurementDefinition, 'unit' | 'better'>;

/** A measurement of a definition that asks for what was reported; it says so when nothing was. */
export function findReported(
  name: string,
  { unit, better }: Asked,
  reported: Readonly<Record<string, ReportedValue>>,
): Measured {
  const found = Object.hasOwn(reported, name) ? reported[name] : undefined;
  const measurement = found
    ? takeReported(found, { unit, better })
    : nothing(unit, better, 'nothing was reported');
  return { measurement, range: null, steps: new Map() };
}

/** A reported value as a measurement, in the unit that is asked for; null takes the reporter's. */
export function takeReported(
  { amount, unit: from, note }: ReportedValue,
  { unit, better }: Asked,
): Measurement {
  const shown = unit ?? from;
  const converted = convertAmount(amount, from ?? '', shown ?? '');
  if (converted === null)
    return nothing(shown, better, `was reported in ${from}, which does not convert to ${shown}`);
  return {
    ...nothing(shown, better, note),
    value: converted.kind === 'exact' ? converted.value : null,
    ...(converted.kind === 'exact' ? {} : { amount: converted }),
    samples: 1,
  };
}

const nothing = (unit: string | null, better: Measurement['better'], note: string | null): Measurement => ({
  value: null,
  unit,
  better,
  samples: 0,
  spread: null,
  window: null,
  note,
});
