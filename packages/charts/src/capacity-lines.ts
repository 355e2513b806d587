import { formatNumber } from '@proofload/domain';
import { type CapacityLine, type CapacityLinesInput, capacityLinesOption } from './capacity-lines-option.ts';
import type { ChartModel } from './chart-model.ts';

/** A resource over the units for every run, with its limits: where each would be reached, and where it ended. */
export function buildCapacityLines(input: CapacityLinesInput): ChartModel {
  const { name, unit, noun, lines } = input;
  const title = `${name} by ${noun}`;
  return {
    title,
    description: `${title}: ${lines.map((line) => sayLine(line, input)).join('; ')}.`,
    table: {
      columns: [
        { name: 'Run', unit: null },
        { name: `${name} without any ${noun}`, unit },
        { name: `${name} for each of the ${noun}`, unit },
        { name: 'Limit', unit },
        { name: 'Projected limit', unit: noun },
        { name: 'Seen to fail at', unit: noun },
        { name: 'How', unit: null },
      ],
      rows: lines.map(({ label, line, limit, projected, observed }) => [
        label,
        line?.intercept ?? null,
        line?.slope ?? null,
        limit,
        projected,
        observed?.units ?? null,
        observed?.how ?? 'no failure was seen',
      ]),
    },
    legend: lines.map(({ label, style }) => ({
      name: label,
      style,
      isBaseline: false,
      last: null,
      lastValue: null,
    })),
    notes: ['Hollow marks lie where a limit would be reached, triangles where it was seen to fail.'],
    isEmpty: lines.every(({ line, points }) => line === null && points.length === 0),
    height: 340,
    time: null,
    buildOption: (look) => capacityLinesOption(look, input),
  };
}

function sayLine(
  { label, limit, projected, observed }: CapacityLine,
  { unit, noun }: CapacityLinesInput,
): string {
  const of = limit === null ? '' : ` of ${formatNumber(limit)} ${unit}`;
  const ahead =
    projected === null
      ? 'no limit is projected'
      : `the limit${of} is projected at ${formatNumber(projected)} ${noun}`;
  const seen =
    observed === null ? '' : `, it failed at ${formatNumber(observed.units)} ${noun}: ${observed.how}`;
  return `${label}: ${ahead}${seen}`;
}
