import type { LabelMatcher } from '@proofload/domain';
import { decodeSketch, type SeriesKind, type Sketch } from '@proofload/series';
import { compileMatchers } from './selection.ts';
import type { ReportedFigures } from './series-rows.ts';

/** A stored series with its totals over the whole run. */
export interface StoredSeries {
  seriesId: number;
  origin: string;
  source: string;
  metric: string;
  kind: SeriesKind;
  unit: string | null;
  labels: Readonly<Record<string, string>>;
  firstMs: number | null;
  lastMs: number | null;
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  last: number | null;
  sketch: Sketch | null;
  reported: ReportedFigures | null;
}

/** A row as `pg` gives it: 64-bit integers are text. */
export interface SeriesRow extends Omit<StoredSeries, 'firstMs' | 'lastMs' | 'sketch'> {
  firstMs: string | null;
  lastMs: string | null;
  sketch: Buffer | null;
}

/** The sketch is decoded when it is first asked for: most readers want other figures. */
export function toStoredSeries({ sketch, ...row }: SeriesRow): StoredSeries {
  let decoded: Sketch | null | undefined;
  return {
    ...row,
    firstMs: row.firstMs === null ? null : Number(row.firstMs),
    lastMs: row.lastMs === null ? null : Number(row.lastMs),
    get sketch() {
      if (decoded === undefined) decoded = sketch && decodeSketch(sketch);
      return decoded;
    },
  };
}

/** What of a row says whether it is meant. */
export type SelectableRow = Pick<SeriesRow, 'source' | 'metric' | 'labels' | 'reported'>;

/**
 * The series that a selection means. Of a k6 summary, figures of a sub-metric are meant only when its labels are
 * asked for exactly, since its observations are part of the metric's; and none where the samples themselves are stored.
 */
export function selectSeries<Row extends SelectableRow>(
  rows: readonly Row[],
  matchers: readonly LabelMatcher[],
): Row[] {
  const sampled = new Set(rows.filter(({ reported }) => reported === null).map(keyOf));
  const isSelected = compileMatchers(matchers);
  return rows.filter((row) => {
    if (row.reported === null) return isSelected(row.labels);
    if (sampled.has(keyOf(row))) return false;
    return row.reported.isPart ? asksExactly(row.labels, matchers) : isSelected(row.labels);
  });
}

const keyOf = ({ source, metric }: SelectableRow): string => `${source}\0${metric}`;

function asksExactly(labels: Readonly<Record<string, string>>, matchers: readonly LabelMatcher[]): boolean {
  const names = Object.keys(labels);
  return (
    matchers.length === names.length &&
    matchers.every(({ name, op, value }) => op === '=' && labels[name] === value)
  );
}
