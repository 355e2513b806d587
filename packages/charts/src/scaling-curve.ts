import type { ScalingCurve, ScalingPoint } from '@proofload/contracts';
import {
  amountBounds,
  formatAmount,
  formatInterval,
  formatQuantity,
  formatStep,
  scaleQuantity,
} from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { isSpread } from './level-axis.ts';
import { scalingCurveOption } from './scaling-curve-option.ts';

export interface ScalingCurveInput {
  curve: ScalingCurve;
  /** As it is said: `qps/burst`. */
  factor: string;
  /** Whether values are shared out or made rates: then the title says their unit. */
  isShared?: boolean;
}

/**
 * A measurement over the levels of a factor: runs as rings, means with their intervals, ranges as bars, the plateau with its
 * knee, laws of scaling where they hold, goals and objectives as lines. Runs that were left out keep their mark.
 */
export function buildScalingCurve({ curve, factor, isShared = false }: ScalingCurveInput): ChartModel {
  const { measurement, unit, points, laws, goals, objectives } = curve;
  const { unit: shownUnit, factor: scale } = scaleQuantity(mostOf(curve), unit);
  const title = `${measurement}${isShared && unit !== null ? ` as ${unit}` : ''} by ${factor}`;
  const say = (value: number) => formatQuantity(value, unit);
  return {
    title,
    description: `${title}: ${points.map((point) => sayPoint(point, unit)).join(', ')}.${
      curve.knee === null ? '' : ` ${curve.knee.said}`
    }`,
    table: {
      columns: [
        { name: factor, unit: null },
        { name: 'Mean', unit },
        { name: 'Low', unit },
        { name: 'High', unit },
        { name: 'n', unit: null },
        { name: 'Step', unit: null },
        { name: 'Speed-up', unit: 'x' },
        { name: 'Efficiency', unit: null },
        { name: 'Left out', unit: null },
      ],
      rows: points.map(({ level, mean, interval, n, step, gain, efficiency, leftOut }) => [
        level,
        mean,
        interval?.low ?? null,
        interval?.high ?? null,
        n,
        step === null ? null : formatStep(step.change),
        gain?.ratio ?? null,
        efficiency?.value ?? null,
        leftOut.map(({ reason }) => reason).join('; '),
      ]),
    },
    legend: [],
    notes: [
      ...laws.filter(({ misfit }) => misfit === null).map(({ said }) => `${said}.`),
      ...(points.some(({ efficiency }) => efficiency?.isSuperLinear)
        ? ['Hollow marks are super-linear: better than the amount explains.']
        : []),
    ],
    isEmpty: points.every(
      ({ mean, amounts, leftOut }) =>
        mean === null && amounts === null && leftOut.every(({ value }) => value === null),
    ),
    height: 320,
    time: null,
    buildOption: (look) =>
      scalingCurveOption(look, {
        curve,
        factor,
        unit: shownUnit,
        scale,
        isNumeric: isSpread(points.map(({ amount }) => amount)),
        lines: [
          ...goals.flatMap(({ target, value }) =>
            value === null ? [] : [{ text: `goal ${target}`, value, kind: 'goal' as const }],
          ),
          ...objectives.flatMap(({ objective, value }) =>
            value === null ? [] : [{ text: `objective ${objective}`, value, kind: 'objective' as const }],
          ),
        ],
        say,
      }),
  };
}

function mostOf({ points, goals, objectives }: ScalingCurve): number {
  const values = points.flatMap(({ values: own, interval, amounts, leftOut }) => [
    ...own.map(({ value }) => value),
    ...leftOut.flatMap(({ value }) => value ?? []),
    interval?.high ?? 0,
    amounts ? finite(amountBounds(amounts).high) : 0,
  ]);
  return Math.max(0, ...values, ...[...goals, ...objectives].flatMap(({ value }) => value ?? []));
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

function sayPoint({ level, mean, interval, n, amounts }: ScalingPoint, unit: string | null): string {
  if (mean === null)
    return `${level} ${amounts === null ? 'no value' : `${formatAmount(amounts, unit)} (n=${n})`}`;
  const bounds = interval ? ` ${formatInterval(interval.low, interval.high)}` : '';
  return `${level} ${formatQuantity(mean, unit)}${bounds} (n=${n})`;
}
