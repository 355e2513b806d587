import { formatQuantity, scaleQuantity } from '@proofload/domain';
import type { ChartLook, ChartModel, ChartOption, ChartTable, LegendEntry } from './chart-model.ts';
import { medianLine } from './median-line.ts';
import { lanesHeight, maxLanes } from './phase-lanes-option.ts';
import { clockScale, elapsedScale, type TimeScale, theStart } from './time-scale.ts';
import type { DrawnGroup } from './time-series-drawing.ts';
import type { TimeSeriesGroup, TimeSeriesInput } from './time-series-input.ts';
import { timeSeriesOption } from './time-series-option.ts';

/** Lines over time, one colour a treatment: replicates thin, their median strong, gaps open, limits and breaches marked. */
export function buildTimeSeries(input: TimeSeriesInput): ChartModel {
  const { title, unit, groups, isLog, alignment } = input;
  const values = groups.flatMap((group) =>
    allLines(group).flatMap((line) => line.values.filter((value) => value !== null)),
  );
  const extremes = groups.flatMap((group) => [
    ...(group.extremes?.least ?? []),
    ...(group.extremes?.greatest ?? []),
  ]);
  const largest = [
    ...values,
    ...extremes.filter((value) => value !== null),
    ...(input.extent ? [input.extent.least, input.extent.greatest] : []),
  ].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const { unit: shownUnit, factor } = scaleQuantity(largest, unit);
  const scale =
    alignment === 'clock' ? clockScale : elapsedScale(input.extent?.toMs ?? longestMs(groups), input.zero);
  const drawn = groups.map((group): DrawnGroup => {
    const [only, ...others] = group.lines;
    const strong = only && others.length === 0 ? only : medianLine(group.lines, input.stepMs);
    return { ...group, strong, thin: others.length === 0 ? [] : group.lines };
  });
  let table: ChartTable | undefined;
  const hidden = isLog ? values.filter((value) => value <= 0).length : 0;
  const lanes = input.phaseLanes ?? [];
  return {
    title,
    description: describe(input, drawn),
    // As large as the data, and hardly ever looked at.
    get table() {
      table ??= tableOf(input, drawn, scale);
      return table;
    },
    legend: drawn.map((group) => legendEntry(group, unit)),
    notes: [
      ...(hidden > 0 ? [`${hidden} values of zero or less have no place on a log scale`] : []),
      ...(input.notes ?? []),
      ...(lanes.length > maxLanes
        ? [
            `Without a lane: ${lanes
              .slice(maxLanes)
              .map(({ name }) => name)
              .join(', ')}`,
          ]
        : []),
    ],
    isEmpty: values.length === 0,
    height: 300 + lanesHeight(lanes),
    time: { msPerUnit: scale.msPerUnit },
    buildOption: (look: ChartLook): ChartOption =>
      timeSeriesOption({
        look,
        drawn,
        scale,
        factor,
        unit: shownUnit,
        valueName: input.valueName,
        isLog,
        isClock: alignment === 'clock',
        limits: input.limits ?? [],
        bands: input.bands ?? [],
        marks: input.marks ?? [],
        reference: input.reference ?? null,
        lanes,
        extent: input.extent ?? null,
        hasTimeBeforeZero: groups.some((group) => allLines(group).some(({ times }) => (times[0] ?? 0) < 0)),
      }),
  };
}

function allLines({ lines, asideLines = [] }: TimeSeriesGroup): TimeSeriesGroup['lines'] {
  return [...lines, ...asideLines];
}

function longestMs(groups: readonly TimeSeriesGroup[]): number {
  return Math.max(0, ...groups.flatMap(allLines).map(({ times }) => times.at(-1) ?? 0));
}

function legendEntry({ label, style, isBaseline, strong }: DrawnGroup, unit: string | null): LegendEntry {
  const lastValue = strong.values.findLast((value) => value !== null) ?? null;
  return {
    name: label,
    style,
    isBaseline,
    lastValue,
    last: lastValue === null ? null : formatQuantity(lastValue, unit),
  };
}

function describe(
  { title, unit, alignment, zero = theStart }: TimeSeriesInput,
  drawn: readonly DrawnGroup[],
): string {
  const said = drawn.slice(0, 6).map(({ label, strong, lines, stands }) => {
    const known = strong.values.filter((value) => value !== null);
    if (known.length === 0) return `${label} has no data`;
    const range = `${formatQuantity(Math.min(...known), unit)} to ${formatQuantity(Math.max(...known), unit)}`;
    return `${label} ${range}${lines.length > 1 ? ` (median of ${lines.length})` : stands ? ` (${stands})` : ''}`;
  });
  const more = drawn.length > said.length ? `, and ${drawn.length - said.length} more` : '';
  return `${title} over ${alignment === 'clock' ? 'the time of day' : `time since ${zero}`}: ${said.join(', ')}${more}.`;
}

/** One row a time, one column a line: the replicates, and their median where there are several. */
function tableOf(
  { unit, zero = theStart }: TimeSeriesInput,
  drawn: readonly DrawnGroup[],
  scale: TimeScale,
): ChartTable {
  const lines = drawn.flatMap(({ label, strong, thin, asideLines = [], extremes, stands }) => [
    { name: thin.length > 0 ? `${label} median` : stands ? `${label} ${stands}` : label, ...strong },
    ...(extremes
      ? [
          { name: `${label} ${extremes.names?.[0] ?? 'least'}`, times: strong.times, values: extremes.least },
          {
            name: `${label} ${extremes.names?.[1] ?? 'greatest'}`,
            times: strong.times,
            values: extremes.greatest,
          },
        ]
      : []),
    ...[...thin, ...asideLines].map((line) => ({ ...line, name: `${label} ${line.label}` })),
  ]);
  const rows = new Map<number, (number | null)[]>();
  lines.forEach(({ times, values }, column) => {
    times.forEach((time, index) => {
      const row = rows.get(time) ?? lines.map(() => null);
      row[column] = values[index] ?? null;
      rows.set(time, row);
    });
  });
  const isClock = scale === clockScale;
  return {
    columns: [
      isClock ? { name: 'Time', unit: null } : { name: `Time since ${zero}`, unit: 's' },
      ...lines.map(({ name }) => ({ name, unit })),
    ],
    rows: [...rows]
      .sort(([a], [b]) => a - b)
      .map(([time, values]) => [isClock ? new Date(time).toISOString() : time / 1000, ...values]),
  };
}
