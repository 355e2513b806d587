import type { Comparison, SeriesResponse } from '@proofload/contracts';
import type { PhaseLane } from './phase-lanes.ts';
import { styleAt, type TreatmentStyle } from './treatment-style.ts';

/** Phases that some of the runs have, in the order in which they come. */
export function phaseNames({ runs }: Pick<Comparison, 'runs'>): string[] {
  const phases = runs.flatMap(({ startedAt, phases = [] }) =>
    phases.map(({ name, from }) => ({
      name,
      afterMs: Date.parse(from) - (startedAt === null ? 0 : Date.parse(startedAt)),
    })),
  );
  return [...new Set(phases.sort((a, b) => a.afterMs - b.afterMs).map(({ name }) => name))];
}

export interface PhaseLanesInput {
  /** The runs that are drawn. */
  runs: Comparison['runs'];
  /** Where the zero of a run lies in unix milliseconds; null when it is not drawn. */
  zeroOf: (run: string) => number | null;
  responses: readonly SeriesResponse[];
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
}

/** A lane for each phase of the drawn runs, in the order in which they come. */
export function listPhaseLanes({ runs, zeroOf, responses, styles, labels }: PhaseLanesInput): PhaseLane[] {
  const ends = new Map(responses.map(({ run, to }) => [run, Date.parse(to)]));
  const drawn = runs.flatMap((run) => {
    const zeroMs = zeroOf(run.id);
    const lastMs = ends.get(run.id);
    return zeroMs === null || lastMs === undefined ? [] : [{ run, zeroMs, lastMs }];
  });
  return phaseNames({ runs: drawn.map(({ run }) => run) }).map((name) => ({
    name,
    of: drawn.length,
    runs: drawn.flatMap(({ run, zeroMs, lastMs }) => {
      const own = (run.phases ?? []).filter((phase) => phase.name === name);
      if (own.length === 0) return [];
      return [
        {
          label: nameOf(run, labels),
          style: styles.get(run.group) ?? styleAt(0),
          stretches: own.map(({ from, to }) => ({
            fromMs: Date.parse(from) - zeroMs,
            // One that goes on lasts as long as there are samples.
            toMs: Math.max(Date.parse(from), to === null ? lastMs : Date.parse(to)) - zeroMs,
          })),
        },
      ];
    }),
  }));
}

function nameOf(
  { name, group, replicate }: Comparison['runs'][number],
  labels: ReadonlyMap<string, string>,
): string {
  const label = labels.get(group) ?? group;
  return replicate === null ? `${label} ${name}` : `${label} #${replicate}`;
}
