import type { Acknowledgement, HistoryChangeView, TreatmentHistory } from '@proofload/contracts';
import {
  type Amount,
  type Better,
  convertAmount,
  convertUnit,
  formatChange,
  formatNumber,
  formatQuantity,
} from '@proofload/domain';
import { exclusionReason } from './comparable-run.ts';
import { findHistoryChanges, type HistoryChange } from './find-history-changes.ts';

type Point = TreatmentHistory['points'][number];

/** A finished run with what it measured. */
export interface HistoryRun {
  run: string;
  name: string;
  at: string;
  version: number | null;
  /** How it ended, by which it has a part in the history or not. */
  ended: Parameters<typeof exclusionReason>[0];
  measured: { value: number | null; unit: string | null; amount?: Amount | undefined } | undefined;
}

export interface HistoryMeasurement {
  name: string;
  unit: string | null;
  better: Better;
}

/**
 * An acknowledgement goes with the nearest change of the same history that is at most as many runs away: with more runs,
 * the same change may be found a run earlier or later.
 */
const nearPlaces = 2;

/** The history of a measurement over the runs of one treatment, oldest first, with its changes. */
export function describeHistory(
  runs: readonly HistoryRun[],
  measurement: HistoryMeasurement,
  acknowledgements: readonly Acknowledgement[],
): Pick<TreatmentHistory, 'points' | 'n' | 'note' | 'changes'> {
  const points = runs.map((run) => toPoint(run, measurement));
  const values = points.flatMap(({ run, value, excluded }) =>
    value === null || excluded !== null ? [] : [{ run, value }],
  );
  const found = findHistoryChanges(values, measurement);
  const places = new Map(values.map(({ run }, place) => [run, place]));
  const edges = [0, ...found.changes.map(({ index }) => index), values.length];
  const views = found.changes.map((change, order): HistoryChangeView => {
    const [from = 0, at = 0, to = 0] = edges.slice(order, order + 3);
    const { index, interval, ...rest } = change;
    const view = {
      ...rest,
      place: index,
      beforeN: at - from,
      afterN: to - at,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      acknowledgement: null,
    };
    return { ...view, sentence: sayChangePoint(change, view, measurement) };
  });
  return {
    points,
    n: found.n,
    note: found.note,
    changes: acknowledge(views, acknowledgements, places),
  };
}

function toPoint({ run, name, at, version, ended, measured }: HistoryRun, to: HistoryMeasurement): Point {
  const base = { run, name, at, version, outcome: ended.outcome };
  const excluded = exclusionReason(ended);
  const amount = measured?.amount ? convertAmount(measured.amount, measured.unit ?? '', to.unit ?? '') : null;
  if (amount)
    return { ...base, value: null, amount, excluded: excluded ?? 'a range or a bound has no part in means' };
  const value = measured?.value ?? null;
  if (value === null) return { ...base, value, excluded: excluded ?? `has no ${to.name}` };
  const converted = convertUnit(value, measured?.unit ?? '', to.unit ?? '');
  if (converted === null)
    return { ...base, value: null, excluded: `${measured?.unit} does not convert to ${to.unit}` };
  return { ...base, value: converted, excluded };
}

/** `p95 from 200 ms (n=6) to 240 ms (n=6): +20 % [+18 %, +22 %], p=0.001, worse`. */
function sayChangePoint(
  { ratio, probability, direction }: HistoryChange,
  { before, after, beforeN, afterN, low, high }: Omit<HistoryChangeView, 'sentence'>,
  { name, unit }: HistoryMeasurement,
): string {
  const size =
    ratio === null
      ? ''
      : `: ${formatChange(ratio)}${low === null || high === null ? '' : ` [${formatChange(low)}, ${formatChange(high)}]`}`;
  const said = direction === 'different' ? '' : `, ${direction}`;
  return `${name} from ${formatQuantity(before, unit)} (n=${beforeN}) to ${formatQuantity(after, unit)} (n=${afterN})${size}, p=${formatNumber(probability, 2)}${said}`;
}

/** Gives each change the nearest acknowledgement that no other change is nearer to. */
function acknowledge(
  changes: readonly HistoryChangeView[],
  acknowledgements: readonly Acknowledgement[],
  places: ReadonlyMap<string, number>,
): HistoryChangeView[] {
  const pairs = changes.flatMap((change) =>
    acknowledgements.flatMap((acknowledgement) => {
      const place = places.get(acknowledgement.run);
      const distance = place === undefined ? Number.POSITIVE_INFINITY : Math.abs(place - change.place);
      return distance <= nearPlaces ? [{ change, acknowledgement, distance }] : [];
    }),
  );
  const [taken, used] = [new Map<HistoryChangeView, Acknowledgement>(), new Set<Acknowledgement>()];
  for (const { change, acknowledgement } of pairs.sort((a, b) => a.distance - b.distance)) {
    if (taken.has(change) || used.has(acknowledgement)) continue;
    taken.set(change, acknowledgement);
    used.add(acknowledgement);
  }
  return changes.map((change) => ({ ...change, acknowledgement: taken.get(change) ?? null }));
}

/** Changes that nobody has acknowledged: these alarm. */
export function countAlarms(changes: readonly HistoryChangeView[]): { total: number; worse: number } {
  const open = changes.filter(({ acknowledgement }) => acknowledgement === null);
  return { total: open.length, worse: open.filter(({ direction }) => direction === 'worse').length };
}
