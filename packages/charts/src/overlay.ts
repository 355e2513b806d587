import type { Comparison, SeriesResponse } from '@proofload/contracts';
import { type Alignment, alignSeries, describeLabels, type RunLine } from './align-series.ts';
import { breachBands } from './breach-bands.ts';
import type { ChartModel } from './chart-model.ts';
import { columnUnit } from './column-unit.ts';
import { findLimits, findSlos, type LimitSource } from './find-limits.ts';
import { titleOf } from './run-figure.ts';
import { buildTimeSeries } from './time-series.ts';
import type { TimeBand, TimeSeriesGroup } from './time-series-input.ts';
import { styleAt, type TreatmentStyle } from './treatment-style.ts';

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
  isLog: boolean;
}

/** Lines that a figure can hold before nothing is seen any more. */
const maxGroups = 50;

/** One metric of all runs over time: a colour a treatment, replicates thin, runs that did not complete dotted and apart from the median. */
export function buildOverlay(input: OverlayInput): ChartModel {
  const { metric, column, responses, limitSource, alignment } = input;
  const first = responses.flatMap(({ lines }) => lines).find(({ columns }) => columns[column] !== undefined);
  const unit = first ? columnUnit(first, column) : null;
  const lines = alignSeries(responses, column, alignment);
  const groups = groupLines(input, lines);
  const drawn = groups.slice(0, maxGroups);
  const omitted =
    responses.reduce((total, response) => total + response.omitted, 0) + groups.length - drawn.length;
  const aside = drawn.reduce((total, group) => total + (group.asideLines?.length ?? 0), 0);
  const notes = [
    ...(aside > 0
      ? [
          `Dotted: ${aside} ${aside === 1 ? 'line' : 'lines'} of runs that did not complete, apart from the medians`,
        ]
      : []),
    ...(omitted > 0 ? [`${omitted} further series are left out`] : []),
  ];
  return buildTimeSeries({
    title: titleOf(metric, column),
    valueName: titleOf(metric, column),
    unit,
    groups: drawn,
    stepMs: Math.max(1, ...responses.map(({ stepMs }) => stepMs)),
    alignment,
    isLog: input.isLog,
    limits: limitSource ? findLimits(limitSource, metric, column, unit) : [],
    bands: limitSource ? bandsOf(input, limitSource) : [],
    notes,
  });
}

/** One group for every treatment and every set of labels that its runs have. */
function groupLines(
  { comparison, styles, labels }: OverlayInput,
  lines: readonly RunLine[],
): TimeSeriesGroup[] {
  const variants = [...new Set(lines.map((line) => describeLabels(line.labels)))].sort();
  return comparison.groups.flatMap((group) => {
    const excluded = new Set(group.excluded.map(({ run }) => run));
    const own = lines.filter(({ run }) => group.runs.includes(run));
    return variants.flatMap((variant, place): TimeSeriesGroup[] => {
      const members = own
        .filter((line) => describeLabels(line.labels) === variant)
        .map((line) => ({ ...line, label: nameRun(comparison, line.run) }));
      const style = styles.get(group.key);
      if (members.length === 0 || !style) return [];
      const name = labels.get(group.key) ?? group.key;
      return [
        {
          label: variant === '' ? name : `${name} · ${variant}`,
          style: place === 0 ? style : { ...style, dash: styleAt(place).dash },
          isBaseline: group.key === comparison.baseline && variants.length === 1,
          lines: members.filter(({ run }) => !excluded.has(run)),
          asideLines: members.filter(({ run }) => excluded.has(run)),
        },
      ];
    });
  });
}

function nameRun({ runs }: OverlayInput['comparison'], id: string): string {
  const run = runs.find((candidate) => candidate.id === id);
  return run?.replicate === null || run === undefined ? (run?.name ?? id) : `replicate ${run.replicate}`;
}

function bandsOf(
  { comparison, metric, column, responses, alignment }: OverlayInput,
  source: LimitSource,
): TimeBand[] {
  const names = new Set(findSlos(source, metric, column).map(({ name }) => name));
  return responses.flatMap(({ run, origin }) => {
    const results = comparison.slos
      .filter(({ name }) => names.has(name))
      .flatMap(({ cells }) => cells.find((cell) => cell.run === run)?.result ?? []);
    return breachBands(results, alignment === 'clock' ? 0 : Date.parse(origin));
  });
}
