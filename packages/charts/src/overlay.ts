import type { Comparison, SeriesResponse } from '@proofload/contracts';
import { type Alignment, alignSeries, zeroOf } from './align-series.ts';
import { breachBands } from './breach-bands.ts';
import type { ChartModel } from './chart-model.ts';
import { columnUnit } from './column-unit.ts';
import { commonStepMs } from './common-step.ts';
import { subtractBaseline } from './difference-lines.ts';
import { findLimits, findSlos, type LimitSource } from './find-limits.ts';
import { groupLines, type OverlayGroup } from './overlay-groups.ts';
import { listPhaseLanes } from './overlay-phases.ts';
import type { PhaseLane } from './phase-lanes.ts';
import { type BandKind, withBand } from './replicate-bands.ts';
import { titleOf } from './run-figure.ts';
import { theStart } from './time-scale.ts';
import { buildTimeSeries } from './time-series.ts';
import type { TimeBand, TimeSeriesExtent, TimeSeriesInput } from './time-series-input.ts';
import type { TreatmentStyle } from './treatment-style.ts';

/** How replicates are drawn: as lines, as a band, less the baseline, or a panel for each group. */
export const drawings = ['lines', 'bands', 'difference', 'multiples'] as const;
export type Drawing = (typeof drawings)[number];

export interface OverlayInput {
  metric: string;
  column: string;
  comparison: Pick<Comparison, 'groups' | 'runs' | 'baseline' | 'slos'>;
  /** Answers of `/series` for the metric, at most one a run. */
  responses: readonly SeriesResponse[];
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
  limitSource: LimitSource | null;
  alignment: Alignment;
  /** The phase that runs are aligned at, when they are aligned at one. */
  phase?: string | null;
  isLog: boolean;
  drawing?: Exclude<Drawing, 'multiples'>;
  band?: BandKind;
}

/** Pixels of a panel, and of the figure that it is made as. */
const panelHeight = 200;
const fullHeight = 300;
/** Lines that a figure can hold before nothing is seen any more. */
const maxGroups = 50;

/** One metric of all runs over time: a colour a treatment, replicates thin, runs that did not complete dotted and apart from the median. */
export function buildOverlay(input: OverlayInput): ChartModel {
  const prepared = prepare(input);
  const { drawing = 'lines', band = 'range', comparison } = input;
  if (drawing === 'difference') return buildDifference(input, prepared);
  const groups =
    drawing === 'bands'
      ? prepared.groups.map((group) => withBand(group, prepared.stepMs, band))
      : prepared.groups;
  return buildTimeSeries({
    ...figureOf(input, prepared),
    groups: groups.slice(0, maxGroups),
    isLog: input.isLog,
    limits: limitsOf(input, prepared.unit),
    bands: bandsOf(input, comparison.runs),
    phaseLanes: overlayPhases(input),
    notes: [
      ...(drawing === 'bands' ? [sayBands(groups, band)] : []),
      ...sayAside(groups.slice(0, maxGroups)),
      ...sayLeftOut(input, groups.length - maxGroups),
    ],
  });
}

/** The same, a panel for each compared group, all with the same scales. */
export function buildOverlayPanels(input: OverlayInput): { key: string; label: string; model: ChartModel }[] {
  const prepared = prepare(input);
  const extent = extentOf(prepared.groups, input.alignment);
  return input.comparison.groups.flatMap(({ key }) => {
    const groups = prepared.groups.filter((group) => group.key === key);
    if (groups.length === 0) return [];
    const label = input.labels.get(key) ?? key;
    const model = buildTimeSeries({
      ...figureOf(input, prepared),
      title: label,
      groups: groups.slice(0, maxGroups),
      ...(extent ? { extent } : {}),
      isLog: input.isLog,
      limits: limitsOf(input, prepared.unit),
      bands: bandsOf(
        input,
        input.comparison.runs.filter(({ group }) => group === key),
      ),
      phaseLanes: lanesOf(
        input,
        input.comparison.runs.filter(({ group }) => group === key),
      ),
      notes: sayAside(groups),
    });
    return [{ key, label, model: { ...model, height: model.height - fullHeight + panelHeight } }];
  });
}

interface Prepared {
  groups: OverlayGroup[];
  unit: string | null;
  stepMs: number;
  phaseStarts: ReadonlyMap<string, number>;
}

function prepare(input: OverlayInput): Prepared {
  const { responses, column, alignment } = input;
  const first = responses.flatMap(({ lines }) => lines).find(({ columns }) => columns[column] !== undefined);
  const phaseStarts = phaseStartsOf(input);
  const lines = alignSeries(responses, column, alignment, phaseStarts);
  return {
    groups: groupLines(input, lines),
    unit: first ? columnUnit(first, column) : null,
    stepMs: commonStepMs(Math.max(1, ...responses.map(({ stepMs }) => stepMs)), lines, alignment),
    phaseStarts,
  };
}

function phaseStartsOf({ comparison, alignment, phase }: OverlayInput): Map<string, number> {
  if (alignment !== 'phase') return new Map();
  return new Map(
    comparison.runs.flatMap(({ id, phases = [] }) => {
      const found = phases.find(({ name }) => name === phase);
      return found ? [[id, Date.parse(found.from)] as const] : [];
    }),
  );
}

function figureOf(
  { metric, column, alignment, phase }: OverlayInput,
  { unit, stepMs }: Prepared,
): Pick<TimeSeriesInput, 'title' | 'valueName' | 'unit' | 'stepMs' | 'alignment' | 'zero'> {
  const zero = alignment === 'phase' ? `the start of ${phase}` : theStart;
  return {
    title: titleOf(metric, column),
    valueName: titleOf(metric, column),
    unit,
    stepMs,
    alignment,
    zero,
  };
}

function buildDifference(input: OverlayInput, prepared: Prepared): ChartModel {
  const { baseline } = input.comparison;
  const name = baseline === null ? 'the baseline' : (input.labels.get(baseline) ?? baseline);
  const groups = baseline === null ? [] : subtractBaseline(prepared.groups, baseline, prepared.stepMs);
  const figure = figureOf(input, prepared);
  return buildTimeSeries({
    ...figure,
    title: `${figure.title} minus ${name}`,
    valueName: `${figure.valueName}, difference`,
    groups: groups.slice(0, maxGroups),
    isLog: false,
    reference: { label: name, value: 0 },
    phaseLanes: overlayPhases(input),
    notes: [
      `Median of the completed replicates of each group less that of ${name}, step by step; above zero there is more than with ${name}`,
      ...sayLeftOut(input, groups.length - maxGroups),
    ],
  });
}

const limitsOf = ({ limitSource, metric, column }: OverlayInput, unit: string | null) =>
  limitSource ? findLimits(limitSource, metric, column, unit) : [];

function bandsOf(input: OverlayInput, runs: readonly { id: string }[]): TimeBand[] {
  const { comparison, metric, column, responses, alignment, limitSource } = input;
  if (!limitSource) return [];
  const names = new Set(findSlos(limitSource, metric, column).map(({ name }) => name));
  const ids = new Set(runs.map(({ id }) => id));
  const phaseStarts = phaseStartsOf(input);
  return responses.flatMap((response) => {
    const zeroMs = zeroOf(response, alignment, phaseStarts);
    if (zeroMs === null || !ids.has(response.run)) return [];
    const results = comparison.slos
      .filter(({ name }) => names.has(name))
      .flatMap(({ cells }) => cells.find((cell) => cell.run === response.run)?.result ?? []);
    return breachBands(results, zeroMs);
  });
}

/** The phases of all runs that are drawn, in the time of the figure. */
export function overlayPhases(input: OverlayInput): PhaseLane[] {
  return lanesOf(input, input.comparison.runs);
}

function lanesOf(input: OverlayInput, runs: Comparison['runs']): PhaseLane[] {
  const phaseStarts = phaseStartsOf(input);
  const answered = new Map(input.responses.map((response) => [response.run, response]));
  const zero = (run: string): number | null => {
    const response = answered.get(run);
    return response ? zeroOf(response, input.alignment, phaseStarts) : null;
  };
  const { responses, styles, labels } = input;
  return listPhaseLanes({ runs, zeroOf: zero, responses, styles, labels });
}

/** Where the axes of all panels begin and end; null without any value. */
function extentOf(groups: readonly OverlayGroup[], alignment: Alignment): TimeSeriesExtent | null {
  const extent = {
    fromMs: alignment === 'clock' ? Number.POSITIVE_INFINITY : 0,
    toMs: Number.NEGATIVE_INFINITY,
    least: Number.POSITIVE_INFINITY,
    greatest: Number.NEGATIVE_INFINITY,
  };
  for (const { times, values } of groups.flatMap(({ lines, asideLines = [] }) => [...lines, ...asideLines])) {
    extent.fromMs = Math.min(extent.fromMs, times[0] ?? extent.fromMs);
    extent.toMs = Math.max(extent.toMs, times.at(-1) ?? extent.toMs);
    for (const value of values) {
      if (value === null) continue;
      extent.least = Math.min(extent.least, value);
      extent.greatest = Math.max(extent.greatest, value);
    }
  }
  return extent.least <= extent.greatest ? extent : null;
}

function sayBands(groups: readonly OverlayGroup[], band: BandKind): string {
  const single = groups.filter(({ lines, stands }) => lines.length > 0 && stands === undefined).length;
  const said =
    band === 'range'
      ? 'Bands: from the least to the greatest completed replicate; the line is their median'
      : 'Bands: 95 % interval of the mean of the completed replicates, for each step by itself; the line is their mean';
  if (single === 0) return said;
  return `${said}. ${single === 1 ? 'One group has a single replicate' : `${single} groups have a single replicate`} and no band`;
}

function sayAside(groups: readonly OverlayGroup[]): string[] {
  const aside = groups.reduce((total, group) => total + (group.asideLines?.length ?? 0), 0);
  if (aside === 0) return [];
  return [
    `Dotted: ${aside} ${aside === 1 ? 'line' : 'lines'} of runs that did not complete, apart from the medians`,
  ];
}

function sayLeftOut({ responses, alignment, phase, comparison }: OverlayInput, groups: number): string[] {
  const omitted = responses.reduce((total, response) => total + response.omitted, 0) + Math.max(0, groups);
  const drawable = new Set(responses.map(({ run }) => run));
  const without =
    alignment === 'phase'
      ? comparison.runs.filter(
          ({ id, phases = [] }) => drawable.has(id) && !phases.some(({ name }) => name === phase),
        ).length
      : 0;
  return [
    ...(without > 0
      ? [
          `${without === 1 ? 'One run has' : `${without} runs have`} no phase ${phase} and cannot be aligned at it`,
        ]
      : []),
    ...(omitted > 0 ? [`${omitted} further series are left out`] : []),
  ];
}
