import type { SeriesResponse } from '@proofload/contracts';

/** `start`: every run begins at zero; `phase`: a phase of it does; `clock`: by the time of day. */
export const alignments = ['start', 'phase', 'clock'] as const;
export type Alignment = (typeof alignments)[number];

/** One run's line of one metric, ready to be drawn. */
export interface RunLine {
  run: string;
  /** What tells lines of one run apart; empty when there is one. */
  labels: Readonly<Record<string, string>>;
  unit: string | null;
  /** Milliseconds since the run's start, or that of a phase, or since the epoch. */
  times: readonly number[];
  values: readonly (number | null)[];
}

/**
 * Takes a column out of answers of `/series`; lines that have no such column are left out, and so are runs without the
 * phase that is aligned at.
 * @param phaseStarts of the runs that have the phase, in unix milliseconds
 */
export function alignSeries(
  responses: readonly SeriesResponse[],
  column: string,
  alignment: Alignment,
  phaseStarts: ReadonlyMap<string, number> = new Map(),
): RunLine[] {
  return responses.flatMap((response) =>
    response.lines.flatMap((line): RunLine[] => {
      const values = line.columns[column];
      if (!values) return [];
      const zeroMs = zeroOf(response, alignment, phaseStarts);
      if (zeroMs === null) return [];
      const shiftMs = Date.parse(response.origin) - zeroMs;
      const times = shiftMs === 0 ? line.times : line.times.map((time) => time + shiftMs);
      return [{ run: response.run, labels: line.labels, unit: line.unit, times, values }];
    }),
  );
}

/** Where the zero of a run lies in unix milliseconds; null when it has no such phase. */
export function zeroOf(
  { run, origin }: Pick<SeriesResponse, 'run' | 'origin'>,
  alignment: Alignment,
  phaseStarts: ReadonlyMap<string, number>,
): number | null {
  if (alignment === 'clock') return 0;
  return alignment === 'start' ? Date.parse(origin) : (phaseStarts.get(run) ?? null);
}

/** `verb=GET, code=200`; empty for a line without labels. */
export function describeLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
