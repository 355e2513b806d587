import type { DeclaredCaps } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import {
  categoryHeight,
  type DrawnItem,
  drawGroup,
  drawLine,
  drawText,
  type RenderApi,
} from './drawn-shapes.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

export interface CapLane {
  label: string;
  style: TreatmentStyle;
  caps: DeclaredCaps;
}

/** Caps that are known, from the first that binds. */
export function knownCaps({ caps }: DeclaredCaps): { name: string; said: string; allows: number }[] {
  return caps
    .flatMap(({ name, said, allows }) => (allows === null || allows <= 0 ? [] : [{ name, said, allows }]))
    .sort((a, b) => a.allows - b.allows);
}

export interface CapLanesDrawing {
  lanes: readonly CapLane[];
  unit: string;
  say: (value: number) => string;
}

const widthForNames = 640;

/** A lane for each run on a logarithmic axis: what was reached as a bar, every cap as a line with its name. */
export function capLanesOption(look: ChartLook, { lanes, unit, say }: CapLanesDrawing): ChartOption {
  const { theme, width } = look;
  const labelWidth = Math.min(220, Math.max(96, width * 0.28));
  const values = lanes.flatMap(({ caps }) => [
    ...knownCaps(caps).map(({ allows }) => allows),
    ...(caps.reached && caps.reached.value > 0 ? [caps.reached.value] : []),
  ]);
  const least = Math.min(...values) / 2;
  return {
    ...baseOption(look),
    grid: { left: labelWidth + 8, right: 28, top: 14, bottom: 48 },
    xAxis: {
      ...axisLook(look, unit),
      type: 'log',
      min: least,
      max: Math.max(...values) * 1.6,
      nameGap: 28,
      axisLabel: { ...axisLook(look, unit).axisLabel, formatter: (value: number) => formatNumber(value) },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lanes.map(({ label }, index) => `${index} ${label}`),
      axisLine: { show: true, lineStyle: { color: theme.lineStrong } },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        width: labelWidth,
        overflow: 'break',
        color: theme.ink,
        fontSize: 12,
        formatter: (_: string, index: number) => lanes[index]?.label ?? '',
      },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const lane = lanes[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        if (!lane) return '';
        const { reached, binding } = lane.caps;
        return tooltipHtml(lane.label, [
          ...knownCaps(lane.caps).map(({ name, said, allows }) => ({
            color: name === binding ? theme.ink : theme.muted,
            label: `${name}${name === binding ? ' (binds first)' : ''}`,
            value: `${said} = ${say(allows)}`,
          })),
          ...(reached === null
            ? []
            : [{ color: colorOf(lane.style, theme), label: 'reached', value: reached.said }]),
        ]);
      },
    },
    series: [
      {
        type: 'custom',
        data: lanes.map((_, index) => [least, index]),
        encode: { x: 0, y: 1 },
        clip: false,
        renderItem: (_params, api) => drawLane(lanes[api.value(1) as number], api, { look, least, say }),
      },
    ],
  };
}

function drawLane(
  lane: CapLane | undefined,
  api: RenderApi,
  { look: { theme, width }, least, say }: { look: ChartLook; least: number; say: (value: number) => string },
): DrawnItem {
  if (!lane) return null;
  const index = api.value(1) as number;
  const at = (value: number): [number, number] => {
    const [x = 0, y = 0] = api.coord([value, index]);
    return [x, y];
  };
  const [zeroX, y] = at(least);
  const height = Math.min(14, categoryHeight(api) * 0.3);
  const children: object[] = [];
  const { reached, binding } = lane.caps;
  if (reached && reached.value > 0) {
    const shape = { x: zeroX, y: y - height / 2, width: at(reached.value)[0] - zeroX, height };
    children.push({ type: 'rect', shape, style: { fill: colorOf(lane.style, theme), opacity: 0.6 } });
  }
  knownCaps(lane.caps).forEach(({ name, allows }, place) => {
    const [x] = at(allows);
    const isFirst = name === binding;
    children.push(
      drawLine([x, y - 16], [x, y + 16], isFirst ? theme.ink : theme.lineStrong, isFirst ? 3 : 1.5),
    );
    if (width < widthForNames) return;
    const text = isFirst ? `${name}, ${say(allows)}` : name;
    // Names that lie close to one another go below and above their lines by turns.
    const beside = place % 2 === 0 ? y + 19 : y - 19;
    children.push(
      drawText(x - 5, beside, text, {
        fill: isFirst ? theme.ink : theme.muted,
        align: 'right',
        fontSize: 11,
      }),
    );
  });
  return drawGroup(children);
}
