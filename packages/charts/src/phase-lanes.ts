import type { TreatmentStyle } from './treatment-style.ts';

/** When a phase was in each of several runs, in the milliseconds of the lines. */
export interface PhaseLane {
  name: string;
  /** The runs that have it. */
  runs: readonly PhaseOfRun[];
  /** Of how many drawn runs. */
  of: number;
}

export interface PhaseOfRun {
  label: string;
  style: TreatmentStyle;
  /** Mostly one; a phase may come again. */
  stretches: readonly { fromMs: number; toMs: number }[];
}

/** A stretch of a lane in which the same number of runs is in the phase. */
export interface SharedStretch {
  fromMs: number;
  toMs: number;
  runs: number;
}

/** How many runs are in the phase from when to when; stretches in which none is are left out. */
export function countPhase({ runs }: PhaseLane): SharedStretch[] {
  const changes = new Map<number, number>();
  const add = (atMs: number, change: number): Map<number, number> =>
    changes.set(atMs, (changes.get(atMs) ?? 0) + change);
  for (const { fromMs, toMs } of runs.flatMap(({ stretches }) => stretches)) {
    add(fromMs, 1);
    add(toMs, -1);
  }
  const moments = [...changes].filter(([, change]) => change !== 0).sort(([a], [b]) => a - b);
  const counted: SharedStretch[] = [];
  let inside = 0;
  moments.forEach(([fromMs, change], index) => {
    inside += change;
    const toMs = moments[index + 1]?.[0];
    if (inside > 0 && toMs !== undefined) counted.push({ fromMs, toMs, runs: inside });
  });
  return counted;
}

/** From when to when runs come into a phase for the first time. */
export function startSpread({ runs }: PhaseLane): { fromMs: number; toMs: number } {
  const starts = runs.map(({ stretches }) => Math.min(...stretches.map(({ fromMs }) => fromMs)));
  return { fromMs: Math.min(...starts), toMs: Math.max(...starts) };
}

const isIn = ({ stretches }: PhaseOfRun, atMs: number): boolean =>
  stretches.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);

/** Runs that are named; of more, their number says as much. */
const maxNamed = 2;

/** Who is in a phase at a moment: `all 50 runs`, `48 of 50 runs`, or by name where they are few; null when none is. */
export function sayPhaseAt(lane: PhaseLane, atMs: number): string | null {
  const inside = lane.runs.filter((run) => isIn(run, atMs));
  if (inside.length === 0) return null;
  if (inside.length === lane.of) return lane.of === 1 ? 'in it' : `all ${lane.of} runs`;
  if (inside.length <= maxNamed) return inside.map(({ label }) => label).join(', ');
  return `${inside.length} of ${lane.of} runs`;
}
