import type { Run, SeriesLine, SeriesResponse } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { describeLabels } from './align-series.ts';
import { breachBands } from './breach-bands.ts';
import type { ChartModel } from './chart-model.ts';
import { columnUnit } from './column-unit.ts';
import { findLimits, findSlos, type LimitSource } from './find-limits.ts';
import { buildTimeSeries } from './time-series.ts';
import type { Extremes, TimeBand, TimeSeriesGroup } from './time-series-input.ts';
import { styleAt } from './treatment-style.ts';

export interface RunFigureInput {
  metric: string;
  response: SeriesResponse;
  /** Columns of the same unit, drawn together, such as p50, p95 and p99. */
  columns: readonly string[];
  /** Its annotations are drawn as lines where they were made. */
  run: Pick<Run, 'phases' | 'slos'> & Partial<Pick<Run, 'annotations'>>;
  /** Objectives of the run's definition; null for a run without one. */
  limitSource: LimitSource | null;
  isLog: boolean;
}

/** One metric of one run over time, with phases as bands, objectives as lines and their breaches shaded. */
export function buildRunFigure(input: RunFigureInput): ChartModel {
  const { metric, response, columns, run, limitSource, isLog } = input;
  const originMs = Date.parse(response.origin);
  const unit = response.lines[0] ? columnUnit(response.lines[0], columns[0] ?? '') : null;
  const slos = limitSource ? columns.flatMap((column) => findSlos(limitSource, metric, column)) : [];
  const breached = run.slos.filter(({ name }) => slos.some((slo) => slo.name === name));
  const common = commonLabels(response.lines);
  const extremes = extremesOf(response.lines, columns);
  const shared = Object.fromEntries(Object.entries(response.lines[0]?.labels ?? {}).filter(isIn(common)));
  const notes = [
    ...(common.size > 0 ? [`All lines: ${describeLabels(shared)}`] : []),
    ...(extremes ? [`Band: least to greatest within ${formatDurationMs(response.stepMs)}`] : []),
    ...(response.omitted > 0
      ? [`The ${response.lines.length} largest series are drawn; ${response.omitted} more are left out`]
      : []),
  ];
  return buildTimeSeries({
    title: columns.length === 1 ? titleOf(metric, columns[0] ?? '') : metric,
    valueName: columns.length === 1 ? (columns[0] ?? '') : metric,
    unit,
    groups: response.lines
      .flatMap((line) => groupsOf(line, columns, common))
      .map((group, index) => ({ ...group, style: styleAt(index), ...(extremes && { extremes }) })),
    stepMs: response.stepMs,
    alignment: 'start',
    isLog,
    limits: limitSource ? columns.flatMap((column) => findLimits(limitSource, metric, column, unit)) : [],
    marks: (run.annotations ?? []).map(({ at, text }) => ({ label: text, atMs: Date.parse(at) - originMs })),
    bands: [...phaseBands(run.phases, originMs, Date.parse(response.to)), ...breachBands(breached, originMs)],
    notes,
  });
}

/** `http_reqs, rate`; a gauge's mean is the gauge itself. */
export function titleOf(metric: string, column: string): string {
  return column === 'mean' ? metric : `${metric}, ${column}`;
}

function groupsOf(
  line: SeriesLine,
  columns: readonly string[],
  common: ReadonlySet<string>,
): Omit<TimeSeriesGroup, 'style'>[] {
  const own = Object.entries(line.labels).filter((label) => !isIn(common)(label));
  const labels = describeLabels(Object.fromEntries(own));
  return columns.flatMap((column) => {
    const values = line.columns[column];
    if (!values) return [];
    const label = columns.length > 1 ? [column, labels].filter(Boolean).join(' ') : labels || line.metric;
    return [{ label, isBaseline: false, lines: [{ label, times: line.times, values }] }];
  });
}

const isIn =
  (names: ReadonlySet<string>) =>
  ([name]: readonly [string, unknown]): boolean =>
    names.has(name);

/** Labels that several lines have alike: they tell none of them from another, and are said once. */
function commonLabels([first, ...others]: readonly SeriesLine[]): ReadonlySet<string> {
  if (!first || others.length === 0) return new Set();
  const names = Object.keys(first.labels);
  return new Set(names.filter((name) => others.every(({ labels }) => labels[name] === first.labels[name])));
}

/** Columns whose least and greatest values stand beside them. */
const withExtremes = ['mean', 'rate'];

/** Of an only line whose points stand for several values; several bands would hide one another. */
function extremesOf(lines: readonly SeriesLine[], columns: readonly string[]): Extremes | null {
  const [line, ...others] = lines;
  const [column, ...otherColumns] = columns;
  if (!line || others.length > 0 || column === undefined || otherColumns.length > 0) return null;
  const { min: least, max: greatest } = line.columns;
  if (!withExtremes.includes(column) || !least || !greatest) return null;
  return least.some((value, index) => value !== greatest[index]) ? { least, greatest } : null;
}

/** Phases as bands. @param endMs of one that goes on */
export function phaseBands(phases: Run['phases'], originMs: number, endMs: number): TimeBand[] {
  return phases.map(({ name, from, to }) => ({
    kind: 'phase',
    label: name,
    fromMs: Date.parse(from) - originMs,
    toMs: (to === null ? endMs : Date.parse(to)) - originMs,
  }));
}
