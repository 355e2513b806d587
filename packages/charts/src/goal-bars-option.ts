import { formatRatio } from '@proofload/domain';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import {
  categoryHeight,
  type DrawnItem,
  drawGroup,
  drawInterval,
  drawText,
  type RenderApi,
} from './drawn-shapes.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

export interface GoalBar {
  label: string;
  style: TreatmentStyle;
  isBaseline: boolean;
  ratio: number | null;
  low: number | null;
  high: number | null;
  n: number;
  said: string;
  mean: string;
}

export interface GoalLine {
  label: string;
  ratio: number;
}

export interface GoalBarsDrawing {
  name: string;
  bars: readonly GoalBar[];
  lines: readonly GoalLine[];
}

/** Below this width the numbers stand in the tooltip and the table alone. */
const widthForNumbers = 560;

/** Lying bars from zero, so that lengths compare and labels have room; 1x and the goals as lines across. */
export function goalBarsOption(look: ChartLook, { name, bars, lines }: GoalBarsDrawing): ChartOption {
  const { theme, width } = look;
  const labelWidth = Math.min(220, Math.max(80, width * 0.28));
  const most = Math.max(
    1,
    ...lines.map(({ ratio }) => ratio),
    ...bars.map(({ ratio, high }) => Math.max(ratio ?? 0, high ?? 0)),
  );
  return {
    ...baseOption(look),
    grid: { left: labelWidth + 8, right: width < widthForNumbers ? 20 : 190, top: 28, bottom: 48 },
    xAxis: {
      ...axisLook(look, `${name}, multiple of the baseline`),
      type: 'value',
      min: 0,
      max: most * 1.04,
      nameGap: 30,
      axisLabel: {
        color: theme.muted,
        fontSize: 11,
        hideOverlap: true,
        showMaxLabel: false,
        formatter: (value: number) => formatRatio(value),
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }, index) => `${index} ${label}`),
      axisLine: { show: true, lineStyle: { color: theme.lineStrong } },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        width: labelWidth,
        overflow: 'truncate',
        color: theme.ink,
        fontSize: 12,
        formatter: (_: string, index: number) => bars[index]?.label ?? '',
      },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const bar = bars[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        if (!bar) return '';
        const color = colorOf(bar.style, theme);
        return tooltipHtml(bar.label, [
          { color, label: 'multiple', value: bar.said },
          { color: null, label: `mean ${name}`, value: bar.mean },
        ]);
      },
    },
    series: [
      {
        type: 'custom',
        data: bars.map(({ ratio }, index) => [ratio ?? 0, index]),
        encode: { x: 0, y: 1 },
        clip: false,
        renderItem: (_params, api) => drawBar(bars[api.value(1) as number], api, look),
        markLine: {
          silent: true,
          symbol: 'none',
          data: [
            {
              xAxis: 1,
              lineStyle: { color: theme.lineStrong, type: 'solid', width: 1.25 },
              label: { show: false },
            },
            ...lines.map(({ label, ratio }) => ({
              xAxis: ratio,
              lineStyle: { color: theme.ink, type: [6, 3], width: 1.5 },
              label: {
                formatter: label,
                position: 'start' as const,
                color: theme.ink,
                fontSize: 11,
                fontWeight: 600 as const,
              },
            })),
          ],
        },
      },
    ],
  };
}

function drawBar(bar: GoalBar | undefined, api: RenderApi, { theme, width }: ChartLook): DrawnItem {
  if (!bar) return null;
  const index = api.value(1) as number;
  const [zeroX = 0, y = 0] = api.coord([0, index]);
  const at = (ratio: number): number => api.coord([Math.max(0, ratio), index])[0] ?? 0;
  const height = Math.min(24, categoryHeight(api) * 0.6);
  const { ratio, low, high, style, said } = bar;
  const children: object[] = [];
  if (ratio !== null) {
    const shape = { x: zeroX, y: y - height / 2, width: at(ratio) - zeroX, height };
    children.push({ type: 'rect', shape, style: { fill: colorOf(style, theme), opacity: 0.75 } });
    if (low !== null && high !== null) children.push(...drawInterval(at(low), at(high), y, theme.ink));
  }
  if (width >= widthForNumbers || ratio === null) {
    const fill = ratio === null ? theme.muted : theme.ink;
    children.push(drawText(at(Math.max(ratio ?? 0, high ?? 0)) + 10, y, said, { fill }));
  }
  return drawGroup(children);
}
