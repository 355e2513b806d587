import { formatNumber } from '@proofload/domain';
import { sayPhaseAt } from './phase-lanes.ts';
import type { TimeSeriesDrawing } from './time-series-drawing.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf } from './treatment-style.ts';

interface AxisParam {
  seriesName?: string;
  value?: unknown;
  axisValue?: unknown;
  dataIndex?: number;
}

/** Rows of a tooltip; more would be higher than the figure. */
const maxRows = 18;

/** What stands beside the pointer: every line's value at its time, and which phases runs are in. */
export function timeSeriesTooltip(
  params: unknown,
  { look, drawn, scale, unit, factor, lanes }: TimeSeriesDrawing,
): string {
  const say = (value: number | null | undefined): string =>
    typeof value === 'number' && Number.isFinite(value)
      ? `${formatNumber(value)}${unit ? `\u00a0${unit}` : ''}`
      : 'no data';
  const list = (Array.isArray(params) ? params : [params]) as AxisParam[];
  const at = Number(list[0]?.axisValue ?? 0);
  const groups = new Map(drawn.map((group) => [group.label, group]));
  const rows = list.flatMap((param) => {
    const group = groups.get(param.seriesName ?? '');
    const value = Array.isArray(param.value) ? Number(param.value[1]) : null;
    if (!group) return [];
    const stands = group.thin.length > 0 ? `median of ${group.thin.length}` : group.stands;
    const label = stands ? `${group.label} (${stands})` : group.label;
    const row = (color: string | null, name: string, shown: number | null | undefined) => ({
      color,
      label: name,
      value: say(shown),
      sort: typeof shown === 'number' && Number.isFinite(shown) ? shown : -Infinity,
    });
    const scaled = (values: readonly (number | null)[]): number | null => {
      const plain = values[param.dataIndex ?? -1] ?? null;
      return plain === null ? null : plain * factor;
    };
    const own = row(colorOf(group.style, look.theme), label, value);
    if (!group.extremes) return [own];
    return [
      row(null, group.extremes.names?.[1] ?? 'greatest', scaled(group.extremes.greatest)),
      own,
      row(null, group.extremes.names?.[0] ?? 'least', scaled(group.extremes.least)),
    ];
  });
  rows.sort((a, b) => b.sort - a.sort);
  const left = rows.length - maxRows;
  return tooltipHtml(scale.say(at), [
    ...rows.slice(0, maxRows),
    ...(left > 0 ? [{ color: null, label: `${left} more below`, value: '' }] : []),
    ...lanes.flatMap((lane) => {
      const said = sayPhaseAt(lane, at * scale.msPerUnit);
      return said === null ? [] : [{ color: null, label: `Phase ${lane.name}`, value: said }];
    }),
  ]);
}
