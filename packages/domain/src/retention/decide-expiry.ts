import type { RunStatus } from '../run/state.ts';

/** What of a run can expire. Its measurements, objectives, verdict, parameters and phases never do. */
export const retentionKinds = ['samples', 'artifacts', 'logs'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** After how many days each kind expires; null keeps it for ever. */
export type RetentionRules = Readonly<Record<RetentionKind, { days: number } | null>>;

/** Rules of a project that never set any. */
export const keepEverything: RetentionRules = { samples: null, artifacts: null, logs: null };

/** Why nothing of a run expires, in the order in which it is said. */
export const protections = ['pinned', 'baseline', 'report'] as const;
export type Protection = (typeof protections)[number];

/** What the decision about a run needs to know. Times are unix milliseconds. */
export interface RetainedRun {
  status: RunStatus;
  createdAtMs: number;
  finishedAtMs: number | null;
  isPinned: boolean;
  /** Whether its treatment is what a version of its experiment compares with. */
  isBaseline: boolean;
  /** Whether a report that is not revoked shows it. */
  isInReport: boolean;
  /** What is still stored of it. */
  holds: readonly RetentionKind[];
}

export interface ExpiryDecision<R> {
  /** Runs that lose something, with what. */
  due: { run: R; kinds: RetentionKind[] }[];
  /** Runs that would lose something, were they not protected. */
  kept: { run: R; by: Protection }[];
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * What of runs expires by the rules of their project. Days count from the end of a run, or from when it was brought in
 * if that was later: results of last year are not removed on the day on which somebody uploads them.
 */
export function decideExpiry<R extends RetainedRun>(
  runs: readonly R[],
  rules: RetentionRules,
  nowMs: number,
): ExpiryDecision<R> {
  const decision: ExpiryDecision<R> = { due: [], kept: [] };
  for (const run of runs) {
    const kinds = retentionKinds.filter(
      (kind) => run.holds.includes(kind) && isOver(run, rules[kind], nowMs),
    );
    if (kinds.length === 0) continue;
    const by = protections.find((protection) => isProtected[protection](run));
    if (by === undefined) decision.due.push({ run, kinds });
    else decision.kept.push({ run, by });
  }
  return decision;
}

const isProtected: Readonly<Record<Protection, (run: RetainedRun) => boolean>> = {
  pinned: ({ isPinned }) => isPinned,
  baseline: ({ isBaseline }) => isBaseline,
  report: ({ isInReport }) => isInReport,
};

/** The time until which a run must have ended for a rule to hold for it; null when there is no rule. */
export function expiryCutoffMs(rule: { days: number } | null, nowMs: number): number | null {
  return rule === null ? null : nowMs - rule.days * dayMs;
}

function isOver(run: RetainedRun, rule: { days: number } | null, nowMs: number): boolean {
  const cutoffMs = expiryCutoffMs(rule, nowMs);
  if (cutoffMs === null || run.status !== 'finished' || run.finishedAtMs === null) return false;
  return Math.max(run.finishedAtMs, run.createdAtMs) <= cutoffMs;
}
