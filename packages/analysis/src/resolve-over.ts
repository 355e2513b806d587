import type { ExperimentDefinition, WindowDefinition } from '@proofload/domain';
import { wholeRunWindow } from '@proofload/domain';
import { type RunFacts, resolveWindows } from './resolve-window.ts';
import type { RunData } from './run-data.ts';
import type { TimeRange } from './time-range.ts';

/** A part of a run that is looked at; without a range it is all that was seen. */
export interface Over {
  /** Null for the whole run. */
  name: string | null;
  range: TimeRange | null;
}

/**
 * Finds a window of the definition, or else a phase, in a run.
 * @param name null for the whole run, or for the stretch that takes its place in this run alone
 */
export async function resolveOver(
  name: string | null,
  definition: Pick<ExperimentDefinition, 'windows'> | null,
  facts: RunFacts,
  data: RunData,
): Promise<Over | { note: string }> {
  const windows = definition?.windows ?? {};
  const key = name ?? wholeRunWindow;
  const window = Object.hasOwn(windows, key) ? windows[key] : name === null ? undefined : phaseWindow(name);
  const wanted = window === undefined ? {} : { [key]: window };
  const found = (await resolveWindows({ windows: wanted }, facts, data))[key];
  if (found === undefined) return { name, range: null };
  return 'note' in found ? found : { name: name ?? 'own window', range: found.range };
}

const phaseWindow = (phase: string): WindowDefinition => ({
  start: { kind: 'offset', phase, from: 'start', offsetMs: 0 },
  end: { kind: 'offset', phase, from: 'end', offsetMs: 0 },
});
