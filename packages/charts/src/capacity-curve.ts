import type { RunSteps } from '@proofload/contracts';
import { formatNumber, formatQuantity, scaleQuantity } from '@proofload/domain';
import { type CurvePoint, capacityCurveOption } from './capacity-curve-option.ts';
import type { ChartModel } from './chart-model.ts';

export type CapacityResource = RunSteps['resources'][number];

export interface CapacityCurveInput {
  found: RunSteps;
  /** What is drawn over the units; how long steps took to converge when it is null. */
  resource: CapacityResource | null;
}

/** A projection that lies further away than this many times the units that were tried is said, not drawn. */
const farthest = 3;

/** How long steps took, or what a resource came to, over the units of the steps: with the limit and where it is reached. */
export function buildCapacityCurve({ found, resource }: CapacityCurveInput): ChartModel {
  const unit = resource === null ? 'ms' : resource.unit;
  const points = found.steps
    .flatMap(({ units, state, durationMs, values }): CurvePoint[] => {
      const value = resource === null ? durationMs : (values[resource.name] ?? null);
      const isShown = state === 'good' || (resource !== null && state === 'failed');
      return value === null || !isShown ? [] : [{ units, value, isGood: state === 'good' }];
    })
    .sort((a, b) => a.units - b.units);
  const most = Math.max(0, ...found.steps.map(({ units }) => units));
  const projected = resource?.projected ?? null;
  const isNear = projected !== null && projected.value > 0 && projected.value <= most * farthest;
  const { unit: shownUnit, factor } = scaleQuantity(
    Math.max(0, ...points.map(({ value }) => value), isNear ? (resource?.limit ?? 0) : 0),
    unit,
  );
  const name = resource?.name ?? 'Time to converge';
  const title = resource === null ? 'Time to converge by units' : `${resource.name} by units`;
  return {
    title,
    description: `${title}: ${points.map(sayPoint(unit)).join(', ')}${resource === null ? '' : `; ${sayTrend(resource)}`}.`,
    table: {
      columns: [
        { name: 'Units', unit: null },
        { name, unit },
        { name: 'Step', unit: null },
      ],
      rows: points.map(({ units, value, isGood }) => [units, value, isGood ? 'held' : 'failed']),
    },
    legend: [],
    notes: resource === null ? [] : [`${sayTrend(resource)}.`],
    isEmpty: points.length === 0,
    height: 280,
    time: null,
    buildOption: (look) =>
      capacityCurveOption(look, {
        name,
        unit: shownUnit,
        factor,
        points,
        say: (value) => formatQuantity(value, unit),
        line: resource?.line ?? null,
        // Far above all that was seen, a limit would press the curve flat.
        limit:
          resource?.limit && (isNear || points.some(({ value }) => value * farthest > (resource.limit ?? 0)))
            ? resource.limit
            : null,
        projected: isNear ? projected : null,
        firstBad: found.firstBad,
        mostUnits: Math.max(most, isNear ? (projected.interval?.high ?? projected.value) : 0),
      }),
  };
}

const sayPoint =
  (unit: string) =>
  ({ units, value, isGood }: CurvePoint): string =>
    `${formatNumber(units)} units ${formatQuantity(value, unit)}${isGood ? '' : ' (failed)'}`;

/** How a resource grows, and where it reaches its limit: `12.9 MiB a unit, 95 % interval 12.5 MiB to 13.2 MiB; ...`. */
export function sayTrend({ name, unit, limit, n, line, slope, projected }: CapacityResource): string {
  if (line === null) return `${name}: no slope, as fewer than two steps that held have a value`;
  const interval =
    slope === null
      ? 'no interval for two steps'
      : `95 % interval ${formatQuantity(slope.low, unit)} to ${formatQuantity(slope.high, unit)}`;
  const growth = `${name} grows by ${formatQuantity(line.slope, unit)} a unit (${interval}, n=${n})`;
  if (limit === null) return growth;
  const of = `the limit of ${formatQuantity(limit, unit)}`;
  if (projected === null) return `${growth}; it does not come to ${of}`;
  const bounds = projected.interval
    ? `95 % interval ${formatNumber(projected.interval.low)} to ${formatNumber(projected.interval.high)}`
    : 'without an end to its interval';
  return `${growth}; ${of} would be reached at ${formatNumber(projected.value)} units (${bounds})`;
}
