import type { EntitiesOverTime } from '@proofload/contracts';
import { formatDurationMs, formatQuantity } from '@proofload/domain';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartModel, ChartOption } from './chart-model.ts';
import type { ChartTheme } from './chart-theme.ts';
import { elapsedScale } from './time-scale.ts';
import { tooltipHtml } from './tooltip-html.ts';

const rowHeight = 18;
/** Names of more rows than this are too small to read. */
const namedRows = 60;

/** Entities by time: the stronger a cell, the more; rows from the greatest mean to the least, phases marked. */
export function buildEntityHeatMap(found: EntitiesOverTime, runName: string): ChartModel {
  const { entities, times, stepMs, unit, metric, label, omitted, phases } = found;
  const most = entities.reduce(
    (all, { values }) => values.reduce((own: number, value) => Math.max(own, value ?? 0), all),
    0,
  );
  const title = `${metric} by ${label} over time: ${runName}`;
  const [first, last] = [entities[0], entities.at(-1)];
  const ends =
    first && last
      ? `${first.entity} has the greatest mean with ${formatQuantity(first.mean, unit)}, ${last.entity} the least with ${formatQuantity(last.mean, unit)}`
      : 'no data';
  return {
    title,
    description: `${title}, in steps of ${formatDurationMs(stepMs)}: ${ends}.`,
    table: {
      columns: [
        { name: label, unit: null },
        { name: 'Mean', unit },
        ...times.map((time) => ({ name: formatDurationMs(time), unit })),
      ],
      rows: entities.map(({ entity, mean, values }) => [entity, mean, ...values]),
    },
    legend: [],
    notes: [
      `From 0 (faint) to ${formatQuantity(most, unit)} (strong) in steps of ${formatDurationMs(stepMs)}; an empty cell has no sample. Rows are sorted by their mean.`,
      ...(phases.length === 0
        ? []
        : [
            `Phases: ${phases.map(({ name, from }) => `${name} from ${formatDurationMs(from)}`).join(', ')}.`,
          ]),
      ...(omitted === 0 ? [] : [`${omitted} in the middle are left out.`]),
    ],
    isEmpty: entities.length === 0,
    height: Math.max(160, entities.length * rowHeight + 90),
    time: null,
    buildOption: (look) => heatOption(look, found, most),
  };
}

function heatOption(look: ChartLook, found: EntitiesOverTime, most: number): ChartOption {
  const { theme, width } = look;
  const { entities, times, stepMs, phases, unit } = found;
  const endMs = (times.at(-1) ?? 0) + stepMs;
  const { msPerUnit, title, say } = elapsedScale(endMs);
  const cells = entities.flatMap(({ values }, row) =>
    values.flatMap((value, step) => (value === null ? [] : [[(times[step] ?? 0) / msPerUnit, row, value]])),
  );
  const startMs = times[0] ?? 0;
  const marked = phases.filter(({ from }) => from >= startMs && from < endMs);
  const labelWidth = Math.min(180, Math.max(60, width * 0.2));
  const x = axisLook(look, title);
  return {
    ...baseOption(look),
    grid: { left: labelWidth + 8, right: 16, top: 34, bottom: 46 },
    xAxis: {
      ...x,
      type: 'value',
      min: startMs / msPerUnit,
      max: endMs / msPerUnit,
      nameGap: 28,
      splitLine: { show: false },
      axisLabel: { ...x.axisLabel, showMaxLabel: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: entities.map(({ entity }) => entity),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: {
        show: entities.length <= namedRows,
        interval: 0,
        width: labelWidth,
        overflow: 'truncate',
        color: theme.ink,
        fontSize: 11,
      },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const cell = cells[(Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex) ?? 0];
        const entity = entities[cell?.[1] ?? -1];
        if (!cell || !entity) return '';
        return tooltipHtml(entity.entity, [
          { color: null, label: say(cell[0] ?? 0), value: formatQuantity(cell[2] ?? null, unit) },
          { color: null, label: 'mean', value: formatQuantity(entity.mean, unit) },
        ]);
      },
    },
    series: [
      {
        type: 'custom',
        data: cells,
        encode: { x: 0, y: 1 },
        renderItem: (_params, api) => {
          const [start, row, value] = [api.value(0), api.value(1), api.value(2)] as number[];
          const [left = 0, y = 0] = api.coord([start ?? 0, row ?? 0]);
          const [right = 0] = api.coord([(start ?? 0) + stepMs / msPerUnit, row ?? 0]);
          const size = api.size?.([0, 1]);
          const height = ((Array.isArray(size) ? size[1] : size) ?? rowHeight) - 1;
          return {
            type: 'rect',
            shape: { x: left, y: y - height / 2, width: Math.max(1, right - left), height },
            style: { fill: shade(theme, most === 0 ? 0 : (value ?? 0) / most) },
          };
        },
        markLine: {
          silent: true,
          symbol: 'none',
          data: marked.map((phase, index) => ({
            xAxis: phase.from / msPerUnit,
            lineStyle: { color: theme.ink, type: [4, 3], width: 1 },
            label: {
              formatter: phase.name,
              position: 'start' as const,
              align: 'left' as const,
              // Names of short phases stand above one another.
              distance: 4 + (index % 2) * 12,
              color: theme.ink,
              fontSize: 11,
            },
          })),
        },
      },
    ],
  };
}

type Rgb = readonly [red: number, green: number, blue: number];

/** From nearly the page to its accent, in even steps of strength: one hue, so that it reads in grey as well. */
function shade(theme: ChartTheme, share: number): string {
  return theme.choose(mix([232, 239, 247], [6, 62, 120], share), mix([38, 44, 54], [122, 184, 255], share));
}

function mix(from: Rgb, to: Rgb, share: number): string {
  const part = Math.min(1, Math.max(0, share));
  const at = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * part);
  return `rgb(${at(0)}, ${at(1)}, ${at(2)})`;
}
