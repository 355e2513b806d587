import { formatDurationMs, formatNumber, formatQuantity } from '@proofload/domain';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { categoryHeight, type DrawnItem, drawGroup, drawText, type RenderApi } from './drawn-shapes.ts';
import type { TimeScale } from './time-scale.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

/** One objective of one run over its time, in milliseconds since its start. */
export interface BreachLane {
  /** The run, as it is called on the page. */
  run: string;
  objective: string;
  style: TreatmentStyle;
  lengthMs: number;
  phases: readonly { name: string; fromMs: number; toMs: number }[];
  breaches: readonly { fromMs: number; toMs: number; worst: number }[];
  /** Of the worst values. */
  unit: string | null;
}

export interface BreachTimelineDrawing {
  lanes: readonly BreachLane[];
  scale: TimeScale;
}

/** Pixels that the name of a phase needs. */
const minPhaseWidth = 44;
/** A breach of a second must be seen in an hour. */
const minBreachWidth = 3;

/** Lanes from the start of each run: phases as pale stretches with their names, breaches as bars on them. */
export function breachTimelineOption(look: ChartLook, { lanes, scale }: BreachTimelineDrawing): ChartOption {
  const { theme, width } = look;
  const labelWidth = Math.min(280, Math.max(96, width * 0.3));
  const x = axisLook(look, scale.title);
  return {
    ...baseOption(look),
    grid: { left: labelWidth + 8, right: 20, top: 12, bottom: 48 },
    xAxis: {
      ...x,
      type: 'value',
      min: 0,
      max: Math.max(0, ...lanes.map(({ lengthMs }) => lengthMs)) / scale.msPerUnit || 1,
      nameGap: 28,
      axisLabel: { ...x.axisLabel, showMaxLabel: false, formatter: (value: number) => formatNumber(value) },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lanes.map(({ run, objective }, index) => `${index} ${run} ${objective}`),
      axisLine: { show: true, lineStyle: { color: theme.lineStrong } },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        width: labelWidth,
        overflow: 'truncate',
        color: theme.ink,
        fontSize: 12,
        formatter: (_: string, index: number) =>
          `${lanes[index]?.run ?? ''} · ${lanes[index]?.objective ?? ''}`,
      },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const lane = lanes[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        return lane ? sayHovered(lane, look) : '';
      },
    },
    series: [
      {
        type: 'custom',
        data: lanes.map((_, index) => [0, index]),
        encode: { x: 0, y: 1 },
        renderItem: (_params, api) => drawLane(lanes[api.value(1) as number], api, { look, scale }),
      },
    ],
  };
}

function sayHovered({ run, objective, breaches, unit }: BreachLane, { theme }: ChartLook): string {
  const shown = breaches.slice(0, 6).map(({ fromMs, toMs, worst }) => ({
    color: theme.breach,
    label: `${formatDurationMs(fromMs)} to ${formatDurationMs(toMs)}`,
    value: `worst ${formatQuantity(worst, unit)}`,
  }));
  const more = breaches.length - shown.length;
  const rest = more > 0 ? [{ color: null, label: `and ${more} more`, value: '' }] : [];
  const none = breaches.length === 0 ? [{ color: null, label: 'no breach', value: '' }] : [];
  return tooltipHtml(`${run} · ${objective}`, [...shown, ...rest, ...none]);
}

function drawLane(
  lane: BreachLane | undefined,
  api: RenderApi,
  { look: { theme }, scale }: { look: ChartLook; scale: TimeScale },
): DrawnItem {
  if (!lane) return null;
  const index = api.value(1) as number;
  const at = (ms: number): number => api.coord([Math.max(0, ms) / scale.msPerUnit, index])[0] ?? 0;
  const y = api.coord([0, index])[1] ?? 0;
  const height = Math.min(20, categoryHeight(api) * 0.72);
  const end = Math.max(at(lane.lengthMs), at(0) + 1);
  const box = (fromX: number, toX: number, style: object): object => ({
    type: 'rect',
    shape: { x: fromX, y: y - height / 2, width: toX - fromX, height },
    style,
  });
  const children: object[] = [
    box(at(0), end, { fill: 'transparent', stroke: colorOf(lane.style, theme), lineWidth: 1, opacity: 0.6 }),
  ];
  lane.phases.forEach(({ name, fromMs, toMs }, place) => {
    const [fromX, toX] = [at(fromMs), Math.min(end, at(toMs))];
    if (toX <= fromX) return;
    children.push(
      box(fromX, toX, {
        fill: place % 2 === 0 ? theme.phase : 'transparent',
        stroke: theme.line,
        lineWidth: 1,
      }),
    );
    // The name of a long phase would lie upon that of a shorter one that begins with it.
    const isAround = lane.phases.some(
      (other) =>
        other.toMs - other.fromMs < toMs - fromMs &&
        other.fromMs < fromMs + (toMs - fromMs) / 4 &&
        other.toMs > fromMs,
    );
    if (!isAround && toX - fromX >= Math.max(minPhaseWidth, name.length * 6))
      children.push(drawText(fromX + 4, y, name, { fill: theme.muted, fontSize: 10 }));
  });
  for (const { fromMs, toMs } of lane.breaches) {
    const fromX = at(fromMs);
    children.push(
      box(fromX, Math.max(fromX + minBreachWidth, at(toMs)), { fill: theme.breach, opacity: 0.85 }),
    );
  }
  return drawGroup(children);
}
