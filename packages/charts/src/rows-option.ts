import { formatNumber } from '@proofload/domain';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { categoryHeight, type DrawnItem, drawGroup, type RenderApi } from './drawn-shapes.ts';

/** Below this width the numbers stand in the tooltip and the table alone. */
export const widthForNumbers = 560;

export interface FigureRow {
  label: string;
  /** Stands over the rows below it. */
  isHeading?: boolean;
}

/** Where a row is drawn, in pixels. */
export interface RowPlace {
  y: number;
  height: number;
  /** The place of a value on the axis. */
  at(value: number): number;
}

export interface RowsDrawing<R extends FigureRow> {
  rows: readonly R[];
  axisName: string;
  min: number;
  max: number;
  /** Pixels to the right of the axis for what the rows say. */
  saidWidth: number;
  /** The same where the figure is narrow. */
  briefWidth?: number;
  draw(row: R, place: RowPlace, look: ChartLook): object[];
  /** Values on the axis; as plain numbers unless told otherwise. */
  sayValue?: (value: number) => string;
  /** Lines across all rows, named where they have a label. */
  lines?: readonly { at: number; label: string | null }[];
  /** The inside of the tooltip of a row, escaped. */
  tooltip(row: R, look: ChartLook): string;
}

/** Rows with names at their left, a common axis of values below, and whatever each row draws. */
export function rowsOption<R extends FigureRow>(look: ChartLook, drawing: RowsDrawing<R>): ChartOption {
  const { theme, width } = look;
  const {
    rows,
    axisName,
    min,
    max,
    saidWidth,
    briefWidth = 20,
    sayValue = formatNumber,
    lines = [],
  } = drawing;
  const labelWidth = Math.min(220, Math.max(80, width * 0.28));
  return {
    ...baseOption(look),
    grid: {
      left: labelWidth + 8,
      right: width < widthForNumbers ? briefWidth : saidWidth,
      top: lines.length > 0 ? 28 : 10,
      bottom: 48,
    },
    xAxis: {
      ...axisLook(look, axisName),
      type: 'value',
      min,
      max,
      nameGap: 30,
      axisLabel: {
        color: theme.muted,
        fontSize: 11,
        hideOverlap: true,
        showMaxLabel: false,
        formatter: (value: number) => sayValue(value),
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ label }, index) => `${index} ${label}`),
      axisLine: { show: true, lineStyle: { color: theme.lineStrong } },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        width: labelWidth,
        overflow: 'truncate',
        color: theme.ink,
        fontSize: 12,
        formatter: (_: string, index: number) => {
          const row = rows[index];
          return row?.isHeading ? `{heading|${row.label}}` : (row?.label ?? '');
        },
        rich: { heading: { fontWeight: 600, color: theme.ink, fontSize: 12 } },
      },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const row = rows[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        return row ? drawing.tooltip(row, look) : '';
      },
    },
    series: [
      {
        type: 'custom',
        data: rows.map((_, index) => [min, index]),
        encode: { x: 0, y: 1 },
        clip: false,
        renderItem: (_params, api) => drawRow(rows[api.value(1) as number], api, drawing, look),
        ...(lines.length > 0 ? { markLine: drawLines(look, lines) } : {}),
      },
    ],
  };
}

function drawLines({ theme }: ChartLook, lines: NonNullable<RowsDrawing<FigureRow>['lines']>) {
  const named = { position: 'start' as const, color: theme.ink, fontSize: 11, fontWeight: 600 as const };
  return {
    silent: true,
    symbol: 'none',
    data: lines.map(({ at, label }) =>
      label === null
        ? {
            xAxis: at,
            lineStyle: { color: theme.lineStrong, type: 'solid' as const, width: 1.25 },
            label: { show: false },
          }
        : {
            xAxis: at,
            lineStyle: { color: theme.ink, type: [6, 3], width: 1.5 },
            label: { ...named, formatter: label },
          },
    ),
  };
}

function drawRow<R extends FigureRow>(
  row: R | undefined,
  api: RenderApi,
  { draw }: RowsDrawing<R>,
  look: ChartLook,
): DrawnItem {
  if (row === undefined) return null;
  const index = api.value(1) as number;
  const at = (value: number): number => api.coord([value, index])[0] ?? 0;
  const y = api.coord([0, index])[1] ?? 0;
  return drawGroup(draw(row, { y, height: categoryHeight(api), at }, look));
}
