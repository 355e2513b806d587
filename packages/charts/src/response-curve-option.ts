import type { DraftCurve } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { tooltipHtml } from './tooltip-html.ts';

export interface ResponseCurveDrawing {
  curve: DraftCurve;
  /** As shown on the axis. */
  unit: string;
  /** From the values' own unit to the one that is shown. */
  scale: number;
  /** Whether levels stand where their numbers are, and not in equal steps. */
  isNumeric: boolean;
  say: (value: number) => string;
}

/** Replicates as thin points, means as strong ones with whiskers of their interval, the knee as a line. */
export function responseCurveOption(look: ChartLook, drawing: ResponseCurveDrawing): ChartOption {
  const { theme } = look;
  const { curve, unit, scale, isNumeric } = drawing;
  const { points, measurement, factor } = curve;
  const placeOf = (index: number): number | string =>
    isNumeric ? (points[index]?.amount ?? 0) : (points[index]?.level ?? '');
  const values = points.flatMap((point) => [
    ...point.values,
    point.interval?.low ?? 0,
    point.interval?.high ?? 0,
  ]);
  const x = axisLook(look, factor);
  return {
    ...baseOption(look),
    grid: { left: 12, right: 24, top: 30, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: isNumeric
      ? {
          ...x,
          type: 'value',
          scale: true,
          nameGap: 26,
          splitLine: { show: false },
          axisLabel: { ...x.axisLabel, formatter: (value: number) => formatNumber(value) },
        }
      : { ...x, type: 'category', nameGap: 26, data: points.map(({ level }) => level) },
    yAxis: {
      ...axisLook(look, unit === '' ? measurement : `${measurement} (${unit})`),
      type: 'value',
      // Below zero the axis ends at a round number of its own.
      ...(values.some((value) => value < 0) ? {} : { min: 0 }),
      nameGap: 8,
      axisLabel: { color: theme.muted, fontSize: 11, formatter: (value: number) => formatNumber(value) },
    },
    tooltip: { ...baseOption(look).tooltip, trigger: 'item', formatter: sayHovered(look, drawing) },
    series: [
      ...points.flatMap((point, index) =>
        point.interval === null
          ? []
          : [
              {
                type: 'line' as const,
                silent: true,
                symbol: 'rect',
                symbolSize: [9, 1.5],
                data: [point.interval.low, point.interval.high].map((end) => [placeOf(index), end * scale]),
                lineStyle: { color: theme.ink, width: 1.5 },
                itemStyle: { color: theme.ink },
                z: 2,
              },
            ],
      ),
      {
        type: 'line',
        silent: true,
        data: points.flatMap((point, index) => point.values.map((value) => [placeOf(index), value * scale])),
        lineStyle: { width: 0 },
        symbol: 'emptyCircle',
        symbolSize: 6,
        itemStyle: { color: theme.muted },
        z: 3,
      },
      {
        type: 'line',
        data: points.map((point, index) => ({
          value: [placeOf(index), point.mean === null ? '-' : point.mean * scale],
        })),
        // A level without a value is a gap.
        connectNulls: false,
        symbol: 'circle',
        symbolSize: 9,
        lineStyle: { color: theme.accent, width: 2 },
        itemStyle: { color: theme.accent },
        z: 4,
        markLine: kneeMark(look, drawing),
      },
    ],
  };
}

function sayHovered({ theme }: ChartLook, { curve, say }: ResponseCurveDrawing) {
  return (params: { dataIndex?: number } | { dataIndex?: number }[]): string => {
    const index = Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex;
    const point = curve.points[index ?? -1];
    if (!point || point.mean === null) return '';
    const interval = point.interval ? ` [${say(point.interval.low)}, ${say(point.interval.high)}]` : '';
    return tooltipHtml(`${curve.factor}=${point.level}`, [
      { color: theme.accent, label: 'mean', value: `${say(point.mean)}${interval}` },
      { color: theme.muted, label: 'n', value: String(point.values.length) },
    ]);
  };
}

function kneeMark({ theme }: ChartLook, { curve, isNumeric }: ResponseCurveDrawing) {
  const point = curve.points.find(({ level }) => level === curve.knee?.level);
  if (!point) return { silent: true, symbol: 'none', data: [] };
  return {
    silent: true,
    symbol: 'none',
    data: [
      {
        xAxis: isNumeric ? (point.amount ?? 0) : point.level,
        lineStyle: { color: theme.ink, type: [6, 3] as number[], width: 1.25 },
        label: {
          formatter: `knee at ${point.level}`,
          position: 'end' as const,
          color: theme.ink,
          fontSize: 11,
          fontWeight: 600 as const,
        },
      },
    ],
  };
}
