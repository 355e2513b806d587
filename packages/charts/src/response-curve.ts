import type { DraftCurve } from '@proofload/contracts';
import { formatInterval, formatNumber, formatQuantity, scaleQuantity } from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { isSpread } from './level-axis.ts';
import { type DrawnCurve, scalingCurveOption } from './scaling-curve-option.ts';

/** A measurement over the levels of a factor: replicates as points, means with their intervals, and the knee. */
export function buildResponseCurve(curve: DraftCurve): ChartModel {
  const { measurement, unit, factor, points } = curve;
  const most = Math.max(0, ...points.flatMap(({ values, interval }) => [...values, interval?.high ?? 0]));
  const { unit: shownUnit, factor: scale } = scaleQuantity(most, unit);
  const unfinished = points.filter((point) => point.unfinished.length > 0);
  const title = `${measurement} by ${factor}`;
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
        { name: 'Left out', unit: null },
      ],
      rows: points.map(({ level, mean, interval, values, unfinished: reasons }) => [
        level,
        mean,
        interval?.low ?? null,
        interval?.high ?? null,
        values.length,
        reasons.join('; '),
      ]),
    },
    legend: [],
    notes: [
      ...(curve.knee === null ? [] : [curve.knee.said]),
      ...unfinished.map(({ level, unfinished: reasons }) => {
        const count = reasons.length === 1 ? 'one run is' : `${reasons.length} runs are`;
        return `${factor}=${level}: ${count} left out (${[...new Set(reasons)].slice(0, 3).join('; ')}).`;
      }),
    ],
    isEmpty: points.every(({ mean }) => mean === null),
    height: 300,
    time: null,
    buildOption: (look) =>
      scalingCurveOption(look, {
        curve: toDrawn(curve),
        factor,
        unit: shownUnit,
        scale,
        lines: [],
        isNumeric: isSpread(points.map(({ amount }) => amount)),
        say: (value) => formatQuantity(value, unit),
      }),
  };
}

/** Steps, speed-up and laws are told by the view of scaling. */
function toDrawn({ measurement, unit, points, knee }: DraftCurve): DrawnCurve {
  const untold = { amounts: null, step: null, gain: null, efficiency: null, leftOut: [] };
  return {
    measurement,
    unit,
    points: points.map(({ level, amount, mean, interval, values }) => ({
      ...untold,
      ...{ level, amount, mean, interval, n: values.length },
      values: values.map((value) => ({ value })),
    })),
    knee: knee && { level: knee.level, plateau: null, range: null },
    laws: [],
  };
}

function sayPoint(
  { level, mean, interval, values }: DraftCurve['points'][number],
  unit: string | null,
): string {
  if (mean === null) return `${level} no value`;
  const bounds = interval ? ` ${formatInterval(interval.low, interval.high)}` : '';
  return `${level} ${formatQuantity(mean, unit)}${bounds} (n=${formatNumber(values.length)})`;
}
