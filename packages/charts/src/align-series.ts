import type { SeriesResponse } from '@proofload/contracts';

/** `start`: every run begins at zero; `clock`: by the time of day. */
export const alignments = ['start', 'clock'] as const;
export type Alignment = (typeof alignments)[number];

/** One run's line of one metric, ready to be drawn. */
export interface RunLine {
  run: string;
  /** What tells lines of one run apart; empty when there is one. */
  labels: Readonly<Record<string, string>>;
  unit: string | null;
  /** Milliseconds since the run's start, or since the epoch. */
  times: readonly number[];
  values: readonly (number | null)[];
}

/** Takes a column out of answers of `/series`; lines that have no such column are left out. */
export function alignSeries(
  responses: readonly SeriesResponse[],
  column: string,
  alignment: Alignment,
): RunLine[] {
  return responses.flatMap((response) =>
    response.lines.flatMap((line): RunLine[] => {
      const values = line.columns[column];
      if (!values) return [];
      const originMs = alignment === 'clock' ? Date.parse(response.origin) : 0;
      const times = originMs === 0 ? line.times : line.times.map((time) => time + originMs);
      return [{ run: response.run, labels: line.labels, unit: line.unit, times, values }];
    }),
  );
}

/** `verb=GET, code=200`; empty for a line without labels. */
export function describeLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
