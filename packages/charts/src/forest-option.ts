import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import {
  categoryHeight,
  type DrawnItem,
  drawGroup,
  drawInterval,
  drawLine,
  drawText,
  type RenderApi,
} from './drawn-shapes.ts';
import { fitRatioScale, type RatioScale } from './ratio-scale.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

/** A line of the plot: the name of a measurement, or a group's ratio under it. */
export type ForestRow =
  | { kind: 'heading'; label: string; better: 'higher' | 'lower' | 'none' }
  | {
      kind: 'ratio';
      label: string;
      measurement: string;
      better: 'higher' | 'lower' | 'none';
      style: TreatmentStyle;
      ratio: number | null;
      low: number | null;
      high: number | null;
      /** What stands at the right: `3.9x [3.7, 4.1]`, `not assessable, n=1`, `no data`. */
      said: string;
      sentence: string;
    };

type RatioRow = Extract<ForestRow, { kind: 'ratio' }>;

/** Below this width the numbers stand in the tooltip and the table alone. */
const widthForNumbers = 560;
const directions = { higher: 'higher is better', lower: 'lower is better', none: '' } as const;

export function forestOption(look: ChartLook, rows: readonly ForestRow[], baseline: string): ChartOption {
  const { theme, width } = look;
  const scale = fitRatioScale(
    rows.flatMap((row) =>
      row.kind === 'ratio' ? [row.ratio, row.low, row.high].filter((value) => value !== null) : [],
    ),
    width < widthForNumbers ? 4 : 8,
  );
  const names = rows.map(({ label }, index) => `${index} ${label}`);
  const labelWidth = Math.min(220, Math.max(90, width * 0.3));
  const hasNumbers = width >= widthForNumbers;
  const [left, right] = [labelWidth + 8, hasNumbers ? 176 : 16];
  return {
    ...baseOption(look),
    grid: { left, right, top: 8, bottom: 48 },
    xAxis: {
      ...axisLook(
        look,
        hasNumbers && baseline !== '' ? `Ratio to ${baseline} (log scale)` : 'Ratio (log scale)',
      ),
      // A name with no room would take it from the plot.
      nameTruncate: { maxWidth: width - left - right, ellipsis: '…' },
      type: 'value',
      min: scale.min,
      max: scale.max,
      nameGap: 30,
      axisTick: { show: true, customValues: scale.ticks },
      axisLabel: { color: theme.muted, fontSize: 11, customValues: scale.ticks, formatter: scale.label },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: names,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        width: labelWidth,
        overflow: 'truncate',
        color: theme.ink,
        fontSize: 12,
        formatter: (_: string, index: number) => labelOf(rows[index]),
        rich: {
          heading: { fontWeight: 600, color: theme.ink, fontSize: 12 },
          hint: { color: theme.muted, fontSize: 11 },
        },
      },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const row = rows[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        if (row?.kind !== 'ratio') return '';
        return tooltipHtml(`${row.measurement}: ${row.said}`, [
          { color: colorOf(row.style, theme), label: row.label, value: row.sentence },
        ]);
      },
    },
    series: [
      {
        type: 'custom',
        data: rows.map((_, index) => [0, index]),
        encode: { x: 0, y: 1 },
        clip: false,
        renderItem: (_params, api) => drawRow(rows[api.value(1) as number], api, scale, look),
      },
    ],
  };
}

function labelOf(row: ForestRow | undefined): string {
  if (!row) return '';
  if (row.kind === 'heading') return `{heading|${row.label}}`;
  return row.label;
}

/** The row's better side, the line at 1x, and what the row says. */
function drawRow(row: ForestRow | undefined, api: RenderApi, scale: RatioScale, look: ChartLook): DrawnItem {
  if (!row) return null;
  const { theme } = look;
  const index = api.value(1) as number;
  const [unitX = 0, y = 0] = api.coord([0, index]);
  const [leftX = 0] = api.coord([scale.min, index]);
  const [rightX = 0] = api.coord([scale.max, index]);
  const half = categoryHeight(api) / 2;
  const children = [drawLine([unitX, y - half], [unitX, y + half], theme.lineStrong, 1.25)];
  if (row.kind === 'heading') {
    const isHigher = row.better === 'higher';
    const style = { fill: theme.pass, align: isHigher ? 'right' : 'left', fontSize: 10.5 } as const;
    children.push(drawText(isHigher ? rightX - 4 : leftX + 4, y, directions[row.better], style));
    return drawGroup(children);
  }
  if (row.better !== 'none') {
    const [x, until] = row.better === 'higher' ? [unitX, rightX] : [leftX, unitX];
    const shape = { x, y: y - half, width: until - x, height: half * 2 };
    children.unshift({ type: 'rect', silent: true, shape, style: { fill: theme.passSoft } });
  }
  children.push(...drawRatio(row, api, scale, look));
  if (look.width >= widthForNumbers) {
    children.push(drawText(rightX + 12, y, row.said, { fill: row.ratio === null ? theme.muted : theme.ink }));
  }
  return drawGroup(children);
}

/** The interval with its ends and the point, which is hollow when there is no interval. */
function drawRatio(
  { ratio, low, high, style }: RatioRow,
  api: RenderApi,
  scale: RatioScale,
  { theme }: ChartLook,
): object[] {
  if (ratio === null || ratio <= 0) return [];
  const index = api.value(1) as number;
  const color = colorOf(style, theme);
  const at = (value: number): [number, number] => {
    const place = value > 0 ? Math.min(scale.max, Math.max(scale.min, Math.log2(value))) : scale.min;
    const [x = 0, y = 0] = api.coord([place, index]);
    return [x, y];
  };
  const [cx, cy] = at(ratio);
  const hasInterval = low !== null && high !== null;
  const point = {
    type: 'circle',
    shape: { cx, cy, r: 5 },
    style: { fill: hasInterval ? color : theme.panel, stroke: color, lineWidth: 2 },
  };
  return hasInterval ? [...drawInterval(at(low)[0], at(high)[0], cy, color), point] : [point];
}
