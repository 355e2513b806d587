import {
  type ExperimentDefinition,
  formatDurationMs,
  type Phase,
  parseCondition,
  type ReportedValue,
  type RunOutcome,
  type Stretch,
  type WindowDefinition,
  type WindowEdge,
  wholeRunWindow,
} from '@proofload/domain';
import { findCondition } from './find-condition.ts';
import type { RunData } from './run-data.ts';
import { makeRange, spanOf, type TimeRange } from './time-range.ts';

/** What is known of a run besides its data. */
export interface RunFacts {
  startedAtMs: number | null;
  finishedAtMs: number | null;
  phases: readonly Phase[];
  /** How the load ended; null when that is not known. */
  outcome: RunOutcome | null;
  /** Windows that lie elsewhere in this run than the definition says, by name. */
  windows?: Readonly<Record<string, Stretch>>;
  /** Values that somebody reported, by the name of the measurement. */
  reported?: Readonly<Record<string, ReportedValue>>;
}

export type ResolvedWindow = { range: TimeRange } | { note: string };

/** The phase in which the load runs; a run that never marked it (an upload) is all load. */
const loadPhase = 'load';

/**
 * Finds where the windows of a definition lie in a run. A window that is not there says why. The whole run is among
 * them only where this run has a stretch of its own for it.
 */
export async function resolveWindows(
  definition: Pick<ExperimentDefinition, 'windows'>,
  facts: RunFacts,
  data: RunData,
): Promise<Record<string, ResolvedWindow>> {
  const whole = await wholeRun(facts, data);
  const resolved: Record<string, ResolvedWindow> = {};
  const own = facts.windows ?? {};
  for (const [name, window] of Object.entries(definition.windows)) {
    if (Object.hasOwn(own, name)) continue;
    resolved[name] =
      whole === null
        ? { note: 'the run has no data and no times' }
        : await resolveWindow(name, window, facts, data, whole);
  }
  for (const [name, stretch] of Object.entries(own)) {
    if (name === wholeRunWindow || Object.hasOwn(definition.windows, name))
      resolved[name] = { range: ownRange(stretch, whole) };
  }
  return resolved;
}

/** Only at the ends of the run itself does the bucket that an edge cuts belong to it. */
function ownRange({ fromMs, toMs }: Stretch, whole: Stretch | null): TimeRange {
  const isOpen = {
    start: whole !== null && fromMs <= whole.fromMs,
    end: whole !== null && toMs >= whole.toMs,
  };
  return makeRange(fromMs, toMs, { ...isOpen, atEnd: isOpen.end ? 'all' : 'nothing' });
}

type Whole = Stretch;

async function wholeRun(facts: RunFacts, data: RunData): Promise<Whole | null> {
  const seen = spanOf(Object.values(await data.readSpans()));
  const fromMs = facts.startedAtMs ?? seen?.fromMs;
  const toMs = facts.finishedAtMs ?? seen?.toMs ?? facts.startedAtMs;
  return fromMs === undefined || toMs === undefined || toMs === null
    ? null
    : { fromMs, toMs: Math.max(fromMs, toMs) };
}

async function resolveWindow(
  name: string,
  window: WindowDefinition,
  facts: RunFacts,
  data: RunData,
  whole: Whole,
): Promise<ResolvedWindow> {
  const start = await resolveEdge(window.start, facts, data, whole);
  if (start.timeMs === null) return { note: `the window ${name} did not start: ${start.note}` };
  const end = await resolveEdge(window.end, facts, data, {
    ...whole,
    fromMs: window.end.kind === 'condition' ? start.timeMs : whole.fromMs,
  });
  if (end.timeMs === null) return { note: `the window ${name} did not end: ${end.note}` };
  if (end.timeMs < start.timeMs || (end.timeMs === start.timeMs && window.end.kind === 'offset')) {
    return {
      note: `the window ${name} is empty: its phase was only ${formatDurationMs(Math.max(0, phaseLength(window, facts, whole)))} long`,
    };
  }
  return {
    range: makeRange(start.timeMs, end.timeMs, {
      start: isPlain(window.start),
      end: isPlain(window.end),
      atEnd: holdsAtEnd(window.end, end.timeMs, whole),
    }),
  };
}

/** The samples that made a condition hold belong to the window that they end, and so does all at the end of the run. */
function holdsAtEnd(edge: WindowEdge, timeMs: number, whole: Whole): 'nothing' | 'samples' | 'all' {
  if (edge.kind === 'condition') return 'samples';
  return isPlain(edge) && timeMs >= whole.toMs ? 'all' : 'nothing';
}

type ResolvedEdge = { timeMs: number } | { timeMs: null; note: string };

async function resolveEdge(
  edge: WindowEdge,
  facts: RunFacts,
  data: RunData,
  within: Whole,
): Promise<ResolvedEdge> {
  if (edge.kind === 'condition') {
    const timeMs = await findCondition(
      data,
      parseCondition(edge.expression, 'window'),
      within.fromMs,
      within.toMs,
    );
    return timeMs === null ? { timeMs, note: `\`${edge.expression}\` never held` } : { timeMs };
  }
  const phase = findPhase(edge.phase, facts, within);
  if (phase === null) return { timeMs: null, note: `the run has no phase ${edge.phase}` };
  return { timeMs: (edge.from === 'start' ? phase.fromMs : phase.toMs) + edge.offsetMs };
}

function findPhase(name: string, facts: RunFacts, whole: Whole): Whole | null {
  const phase = facts.phases.find((candidate) => candidate.name === name);
  if (phase) return { fromMs: phase.startMs, toMs: phase.endMs ?? whole.toMs };
  return name === loadPhase ? whole : null;
}

function phaseLength(window: WindowDefinition, facts: RunFacts, whole: Whole): number {
  const phase = window.start.kind === 'offset' ? findPhase(window.start.phase, facts, whole) : null;
  return phase === null ? 0 : phase.toMs - phase.fromMs;
}

/** The edge of a phase itself, not cut off. */
function isPlain(edge: WindowEdge): boolean {
  return edge.kind === 'offset' && edge.offsetMs === 0;
}
