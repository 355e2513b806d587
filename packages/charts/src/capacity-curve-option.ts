import { formatNumber } from '@proofload/domain';
import { amountAxis, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { tooltipHtml } from './tooltip-html.ts';

export interface CurvePoint {
  units: number;
  value: number;
  isGood: boolean;
}

export interface CapacityCurveDrawing {
  name: string;
  unit: string;
  /** From the values' own unit to the one that is shown. */
  factor: number;
  points: readonly CurvePoint[];
  say: (value: number) => string;
  line: { slope: number; intercept: number } | null;
  limit: number | null;
  projected: { value: number; interval: { low: number; high: number } | null } | null;
  firstBad: number | null;
  mostUnits: number;
}

/** Steps as points with the line through those that held; limits as lines across, the projection's interval as a band. */
export function capacityCurveOption(look: ChartLook, drawing: CapacityCurveDrawing): ChartOption {
  const { theme } = look;
  const { name, unit, factor, points, line, limit, mostUnits } = drawing;
  const most = Math.max(0, ...points.map(({ value }) => value), limit ?? 0) * factor;
  return {
    ...baseOption(look),
    grid: { left: 12, right: 24, top: 26, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: {
      ...amountAxis(look, { name: 'Units', max: mostUnits * 1.05 }),
      nameGap: 26,
      splitLine: { show: false },
    },
    yAxis: amountAxis(look, { name, unit, max: most * 1.1 }),
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const point = points[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        if (!point) return '';
        const color = point.isGood ? theme.accent : theme.breach;
        return tooltipHtml(`${formatNumber(point.units)} units ${point.isGood ? 'held' : 'failed'}`, [
          { color, label: name, value: drawing.say(point.value) },
        ]);
      },
    },
    series: [
      {
        type: 'line',
        data: points.map(({ units, value, isGood }) => ({
          value: [units, value * factor],
          symbol: isGood ? 'circle' : 'triangle',
          itemStyle: { color: isGood ? theme.accent : theme.breach },
        })),
        symbolSize: 8,
        // A line that is fitted takes the place of one from point to point.
        lineStyle: { color: theme.accent, width: line === null ? 1.5 : 0 },
        z: 3,
        markLine: marks(look, drawing),
        ...band(look, drawing),
      },
      ...(line === null
        ? []
        : [
            {
              type: 'line' as const,
              silent: true,
              symbol: 'none',
              data: [0, mostUnits].map((units) => [units, (line.intercept + line.slope * units) * factor]),
              lineStyle: { color: theme.accent, width: 1.5, type: [6, 3] },
            },
          ]),
    ],
  };
}

function marks({ theme }: ChartLook, { limit, factor, firstBad, projected, say }: CapacityCurveDrawing) {
  const label = (text: string, color: string, position: 'insideStartTop' | 'end') => ({
    formatter: text,
    position,
    color,
    fontSize: 11,
    fontWeight: 600 as const,
  });
  return {
    silent: true,
    symbol: 'none',
    data: [
      ...(firstBad === null
        ? []
        : [
            {
              xAxis: firstBad,
              lineStyle: { color: theme.breach, type: 'solid' as const, width: 1.25 },
              label: label(`fails at ${formatNumber(firstBad)}`, theme.breach, 'end'),
            },
          ]),
      ...(limit === null
        ? []
        : [
            {
              yAxis: limit * factor,
              lineStyle: { color: theme.ink, type: [6, 3], width: 1.5 },
              label: label(`limit ${say(limit)}`, theme.ink, 'insideStartTop'),
            },
          ]),
      ...(projected === null
        ? []
        : [
            {
              xAxis: projected.value,
              lineStyle: { color: theme.muted, type: [2, 3], width: 1.5 },
              label: label(`limit at ${formatNumber(projected.value)}`, theme.muted, 'insideStartTop'),
            },
          ]),
    ],
  };
}

function band({ theme }: ChartLook, { projected }: CapacityCurveDrawing) {
  const interval = projected?.interval;
  if (!interval) return {};
  return {
    markArea: {
      silent: true,
      itemStyle: { color: theme.phase },
      data: [[{ xAxis: Math.max(0, interval.low) }, { xAxis: interval.high }] as [object, object]],
    },
  };
}
