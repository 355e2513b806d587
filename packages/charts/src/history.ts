import type { History, TreatmentHistory } from '@proofload/contracts';
import { formatAmount, formatQuantity, scaleQuantity } from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { farLimit, type HistorySegment, historyOption } from './history-option.ts';
import type { TreatmentStyle } from './treatment-style.ts';

export interface HistoryInput {
  history: TreatmentHistory;
  about: Pick<History, 'measurement' | 'unit'>;
  style: TreatmentStyle;
  /** When a run was, as the reader writes it. */
  sayTime(at: string): string;
}

/** A measurement over the runs of a treatment: its value a point, its mean from change to change a line. */
export function buildHistory({ history, about, style, sayTime }: HistoryInput): ChartModel {
  const { measurement, unit } = about;
  const { points, changes, limits, treatment } = history;
  const values = points.flatMap(({ value }) => (value === null ? [] : [Math.abs(value)]));
  const { unit: shownUnit, factor } = scaleQuantity(
    Math.max(0, ...values, ...limits.map(({ value }) => Math.abs(value))),
    unit,
  );
  const segments = listSegments(history);
  const title = `${measurement} of ${treatment === '' ? 'all runs' : treatment}`;
  return {
    title,
    description: `${title} over ${history.n} runs: ${sayChanges(history)}.`,
    table: {
      columns: [
        { name: 'When', unit: null },
        { name: 'Run', unit: null },
        { name: measurement, unit },
        { name: 'Range or bound', unit: null },
        { name: 'Mean of the stretch', unit },
        { name: 'Version', unit: null },
        { name: 'Left out', unit: null },
      ],
      rows: points.map(({ at, name, value, amount, version, excluded }, place) => [
        at,
        name,
        value,
        amount ? formatAmount(amount, unit) : null,
        excluded === null
          ? (segments.find(({ from, to }) => from <= place && place <= to)?.mean ?? null)
          : null,
        version,
        excluded,
      ]),
    },
    legend: [],
    notes: limits
      .filter(({ value }) => value > farLimit * Math.max(0, ...values))
      .map(({ label, value }) => `${label} lies at ${formatQuantity(value, unit)}, beyond the figure`),
    isEmpty: points.every(({ value }) => value === null),
    height: 300,
    time: null,
    buildOption: (look) =>
      historyOption(look, {
        history,
        segments,
        style,
        valueName: shownUnit === '' ? measurement : `${measurement} (${shownUnit})`,
        factor,
        times: points.map(({ at }) => sayTime(at)),
        changePlaces: changes.map(({ run }) => points.findIndex((point) => point.run === run)),
        say: (value) => formatQuantity(value, unit),
      }),
  };
}

/** The stretches between changes, in places among all points. */
export function listSegments({ points, changes }: TreatmentHistory): HistorySegment[] {
  const valued = points.flatMap(({ value, excluded }, place) =>
    value === null || excluded !== null ? [] : [{ place, value }],
  );
  const edges = [0, ...changes.map(({ place }) => place), valued.length];
  return edges.slice(1).flatMap((end, index): HistorySegment[] => {
    const own = valued.slice(edges[index], end);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    const sum = own.reduce((total, { value }) => total + value, 0);
    return [{ from: first.place, to: last.place, mean: sum / own.length, n: own.length }];
  });
}

function sayChanges({ note, changes }: TreatmentHistory): string {
  if (note !== null) return note;
  return changes.length === 0 ? 'no change is found' : changes.map(({ sentence }) => sentence).join('; ');
}
