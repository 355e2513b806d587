import { formatQuantity, scaleQuantity } from '@proofload/domain';
import { amountAxis, axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartModel, ChartOption } from './chart-model.ts';
import { drawGroup, drawLine, type RenderApi } from './drawn-shapes.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

export interface EntityBar {
  entity: string;
  n: number;
  mean: number | null;
  min: number | null;
  max: number | null;
}

export interface EntityBarsInput {
  /** What the group is called. */
  label: string;
  style: TreatmentStyle;
  /** What the entities are, such as `shard`. */
  entity: string;
  metric: string;
  unit: string | null;
  /** From the greatest to the least. */
  bars: readonly EntityBar[];
  /** Greatest value of all figures beside it, so that they share a scale. */
  most: number;
  /** Runs behind it. */
  n: number;
}

/** So many names have room below their bars. */
const namedBars = 12;

/** One bar an entity, sorted, with the mean of all as a line; whiskers from the least to the greatest replicate. */
export function buildEntityBars(input: EntityBarsInput): ChartModel {
  const { label, entity, metric, unit, bars, n } = input;
  const title = `${label}, n=${n}`;
  const known = bars.filter(({ mean }) => mean !== null);
  const [first, last] = [known[0], known.at(-1)];
  const said =
    first && last
      ? `from ${first.entity} at ${formatQuantity(first.mean, unit)} to ${last.entity} at ${formatQuantity(last.mean, unit)}`
      : 'no data';
  return {
    title,
    description: `${metric} by ${entity} of ${title}: ${known.length} of them, ${said}.`,
    table: {
      columns: [
        { name: entity, unit: null },
        { name: `Mean ${metric}`, unit },
        { name: 'Least replicate', unit },
        { name: 'Greatest replicate', unit },
        { name: 'n', unit: null },
      ],
      rows: bars.map((bar) => [bar.entity, bar.mean, bar.min, bar.max, bar.n]),
    },
    legend: [],
    notes: [],
    isEmpty: known.length === 0,
    height: 220,
    time: null,
    buildOption: (look) => barsOption(look, input),
  };
}

function barsOption(look: ChartLook, input: EntityBarsInput): ChartOption {
  const { theme } = look;
  const { entity, metric, unit, bars, most, style } = input;
  const { unit: shown, factor } = scaleQuantity(most, unit);
  const means = bars.flatMap(({ mean }) => mean ?? []);
  const center = means.reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.length);
  const isNamed = bars.length <= namedBars;
  const x = axisLook(look, isNamed ? entity : `${bars.length} values of ${entity}, sorted`);
  return {
    ...baseOption(look),
    grid: { left: 12, right: 12, top: 24, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: {
      ...x,
      type: 'category',
      nameGap: isNamed ? 24 : 10,
      data: bars.map((bar) => bar.entity),
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { ...x.axisLabel, show: isNamed, interval: 0, width: 56, overflow: 'truncate' },
    },
    yAxis: amountAxis(look, {
      name: metric,
      unit: shown,
      min: Math.min(0, ...means) * factor,
      max: most * factor * 1.05,
    }),
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const bar = bars[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        if (!bar) return '';
        return tooltipHtml(bar.entity, [
          {
            color: colorOf(style, theme),
            label: bar.n === 1 ? 'one run' : `mean of ${bar.n} runs`,
            value: formatQuantity(bar.mean, unit),
          },
        ]);
      },
    },
    series: [
      {
        type: 'custom',
        data: bars.map(({ mean }, index) => [index, (mean ?? 0) * factor]),
        encode: { x: 0, y: 1 },
        renderItem: (_params, api) => drawBar(bars[api.value(0) as number], api, { look, style, factor }),
        markLine: {
          silent: true,
          symbol: 'none',
          data: [
            {
              yAxis: center * factor,
              lineStyle: { color: theme.ink, type: [6, 3], width: 1.25 },
              label: {
                formatter: `mean ${formatQuantity(center, unit)}`,
                position: 'insideEndTop',
                color: theme.ink,
                fontSize: 11,
              },
            },
          ],
        },
      },
    ],
  };
}

function drawBar(
  bar: EntityBar | undefined,
  api: RenderApi,
  { look, style, factor }: { look: ChartLook; style: TreatmentStyle; factor: number },
) {
  if (bar?.mean == null) return null;
  const index = api.value(0) as number;
  const at = (value: number): number => api.coord([index, value * factor])[1] ?? 0;
  const x = api.coord([index, 0])[0] ?? 0;
  const size = api.size?.([1, 0]);
  const width = Math.max(1, ((Array.isArray(size) ? size[0] : size) ?? 8) * 0.72);
  const [zero, top] = [at(0), at(bar.mean)];
  const shape = { x: x - width / 2, y: Math.min(zero, top), width, height: Math.abs(zero - top) };
  const children: object[] = [
    { type: 'rect', shape, style: { fill: colorOf(style, look.theme), opacity: 0.8 } },
  ];
  if (bar.n > 1 && bar.min !== null && bar.max !== null && width >= 4) {
    children.push(drawLine([x, at(bar.min)], [x, at(bar.max)], look.theme.ink, 1.25));
  }
  return drawGroup(children);
}
