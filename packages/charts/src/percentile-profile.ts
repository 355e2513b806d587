import { formatNumber, formatQuantity, scaleQuantity } from '@proofload/domain';
import { median } from '@proofload/stats';
import type { LineSeriesOption } from 'echarts/charts';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartModel, ChartOption } from './chart-model.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

/** Percentiles that a profile shows, each with its share. */
export const profiledPercentiles = [
  { name: 'p50', share: 0.5 },
  { name: 'p90', share: 0.9 },
  { name: 'p95', share: 0.95 },
  { name: 'p99', share: 0.99 },
  { name: 'p99.9', share: 0.999 },
] as const;
export type PercentileName = (typeof profiledPercentiles)[number]['name'];

export interface PercentileGroup {
  label: string;
  style: TreatmentStyle;
  isBaseline: boolean;
  /** One profile a run. */
  runs: readonly { label: string; values: Readonly<Record<PercentileName, number | null>> }[];
}

export interface PercentileInput {
  title: string;
  valueName: string;
  unit: string | null;
  groups: readonly PercentileGroup[];
  isLog: boolean;
}

/** The place of a percentile on the axis: each factor of ten in what lies beyond it is as wide as the others. */
const placeOf = (share: number): number => Math.log10(1 / (1 - share));
const places = profiledPercentiles.map(({ share }) => placeOf(share));

type Profile = readonly (number | null)[];
interface DrawnProfile extends PercentileGroup {
  /** Of each percentile, the median over the runs: percentiles are not averaged. */
  middle: Profile;
  profiles: readonly Profile[];
}

/** Latency by percentile: one profile a treatment, the middle run's value strong, every run thin. */
export function buildPercentileProfile(input: PercentileInput): ChartModel {
  const { title, unit, groups } = input;
  const drawn = groups.map((group): DrawnProfile => {
    const profiles = group.runs.map(({ values }) => profiledPercentiles.map(({ name }) => values[name]));
    const middle = places.map((_, index) => median(profiles.flatMap((profile) => profile[index] ?? [])));
    return { ...group, profiles, middle };
  });
  const all = drawn.flatMap(({ profiles }) => profiles.flat().filter((value) => value !== null));
  const { unit: shownUnit, factor } = scaleQuantity(Math.max(0, ...all), unit);
  return {
    title,
    description: `${title} by percentile: ${drawn.map((group) => sayProfile(group, unit)).join('; ')}.`,
    table: {
      columns: [
        { name: 'Treatment', unit: null },
        { name: 'Run', unit: null },
        ...profiledPercentiles.map(({ name }) => ({ name, unit })),
      ],
      rows: drawn.flatMap(({ label, runs, profiles, middle }) => [
        ...runs.map((run, index) => [label, run.label, ...(profiles[index] ?? [])]),
        [label, `median of ${runs.length}`, ...middle],
      ]),
    },
    legend: drawn.map(({ label, style, isBaseline, middle }) => {
      const lastValue = middle.findLast((value) => value !== null) ?? null;
      return {
        name: label,
        style,
        isBaseline,
        lastValue,
        last: lastValue === null ? null : formatQuantity(lastValue, unit),
      };
    }),
    notes: [],
    isEmpty: all.length === 0,
    height: 300,
    time: null,
    buildOption: (look) => profileOption(look, drawn, input, { factor, unit: shownUnit }),
  };
}

function sayProfile({ label, middle, runs }: DrawnProfile, unit: string | null): string {
  const said = profiledPercentiles.flatMap(({ name }, index) => {
    const value = middle[index] ?? null;
    return value === null ? [] : [`${name} ${formatQuantity(value, unit)}`];
  });
  return said.length === 0 ? `${label} has no data` : `${label} ${said.join(', ')} (n=${runs.length})`;
}

function profileOption(
  look: ChartLook,
  drawn: readonly DrawnProfile[],
  { valueName, isLog }: PercentileInput,
  { factor, unit }: { factor: number; unit: string },
): ChartOption {
  const nameAt = (place: number) =>
    profiledPercentiles[places.findIndex((known) => Math.abs(known - place) < 1e-6)]?.name ?? '';
  const yName = unit === '' ? valueName : `${valueName} (${unit})`;
  const toData = (profile: Profile) =>
    profile.map(
      (value, index) =>
        [places[index] ?? 0, value === null || (isLog && value <= 0) ? null : value * factor] as number[],
    );
  return {
    ...baseOption(look),
    grid: { left: 12, right: 24, top: 20, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend: { show: false, data: drawn.map(({ label }) => label) },
    xAxis: {
      ...axisLook(look, 'Percentile of requests'),
      type: 'value',
      min: places[0] ?? 0,
      max: places.at(-1) ?? 1,
      nameGap: 26,
      axisTick: { show: true, customValues: places },
      axisLabel: { color: look.theme.muted, fontSize: 11, customValues: places, formatter: nameAt },
      splitLine: { show: false },
    },
    yAxis: {
      ...axisLook(look, yName),
      type: isLog ? 'log' : 'value',
      nameGap: 8,
      axisLabel: { color: look.theme.muted, fontSize: 11, formatter: (value: number) => formatNumber(value) },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const { seriesName = '', dataIndex = 0 } = Array.isArray(params) ? (params[0] ?? {}) : params;
        const rows = drawn.map(({ label, style, middle, runs }) => {
          const value = middle[dataIndex] ?? null;
          const said =
            value === null ? 'no data' : `${formatNumber(value * factor)}${unit ? `\u00a0${unit}` : ''}`;
          return {
            color: colorOf(style, look.theme),
            label: label === seriesName ? `${label} (n=${runs.length})` : label,
            value: said,
          };
        });
        return tooltipHtml(profiledPercentiles[dataIndex]?.name ?? '', rows);
      },
    },
    series: drawn.flatMap((group) => profileSeries(look, group, toData)),
  };
}

function profileSeries(
  look: ChartLook,
  group: DrawnProfile,
  toData: (profile: Profile) => number[][],
): LineSeriesOption[] {
  const color = colorOf(group.style, look.theme);
  const thin = group.profiles.length < 2 ? [] : group.profiles;
  return [
    ...thin.map(
      (profile): LineSeriesOption => ({
        type: 'line',
        name: group.label,
        data: toData(profile),
        symbol: 'none',
        silent: true,
        lineStyle: { color, width: 1, opacity: 0.35 },
        z: 2,
      }),
    ),
    {
      type: 'line',
      name: group.label,
      data: toData(group.middle),
      symbol: group.style.symbol,
      symbolSize: 8,
      lineStyle: { color, width: 2.25, type: group.style.dash },
      itemStyle: { color },
      z: 3,
    },
  ];
}
