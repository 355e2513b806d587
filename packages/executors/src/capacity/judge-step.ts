import { formatDurationMs, formatNumber, type StepFailure } from '@proofload/domain';

/** What is seen of a step at one time. What could not be asked is null, and `trouble` says why. */
export interface Look {
  atMs: number;
  isConverged: boolean | null;
  /** True where nothing asks for correctness. */
  isCorrect: boolean | null;
  /** What the load generator is measured by; null where nothing is, or nothing was said. */
  generator: number | null;
  /** The first container that was killed for lack of memory since the step began. */
  oomKill: string | null;
  /** Why the cluster makes no pods, as it said it. */
  refusal: string | null;
  /** How the objects stand; a step makes progress while it changes. */
  said: string;
  /** Why it does not go on, such as `Unschedulable: 0/3 nodes are available`. */
  why: string | null;
  trouble: string | null;
}

export interface StepLimits {
  holdMs: number;
  withinMs: number;
  /** Null when nothing is watched for a stall. */
  stallMs: number | null;
  generatorMax: number | null;
}

export interface StepProgress {
  startedAtMs: number;
  convergedAtMs: number | null;
  refusedSinceMs: number | null;
  said: string;
  changedAtMs: number;
}

export type StepVerdict =
  | { kind: 'go-on' | 'held'; progress: StepProgress }
  | { kind: 'failed'; progress: StepProgress; failure: StepFailure; reason: string };

/** A quota that is full, or an admission that refuses, for so long will not let pods pass. */
const refusedForMs = 10_000;

export const beginStep = (startedAtMs: number): StepProgress => ({
  startedAtMs,
  convergedAtMs: null,
  refusedSinceMs: null,
  said: '',
  changedAtMs: startedAtMs,
});

/** What a look makes of a step: whether it has held for long enough, has failed, or goes on. */
export function judgeStep(before: StepProgress, look: Look, limits: StepLimits): StepVerdict {
  const { atMs } = look;
  const progress: StepProgress = {
    startedAtMs: before.startedAtMs,
    convergedAtMs: convergedSince(before, look),
    refusedSinceMs: look.refusal === null ? null : (before.refusedSinceMs ?? atMs),
    said: look.said,
    changedAtMs: look.said === before.said ? before.changedAtMs : atMs,
  };
  const failed = (failure: StepFailure, reason: string): StepVerdict => ({
    kind: 'failed',
    progress,
    failure,
    reason,
  });
  if (look.oomKill !== null) return failed('oom-killed', look.oomKill);
  if (isLimited(look, limits)) return failed('generator-limited', sayGenerator(look, limits));
  if (progress.refusedSinceMs !== null && atMs - progress.refusedSinceMs >= refusedForMs)
    return failed('rejected', look.refusal ?? '');
  if (progress.convergedAtMs !== null) {
    if (look.isCorrect === false) return failed('correctness', 'The query of `correct` gave nothing');
    const isSure = look.isConverged === true && look.isCorrect === true;
    if (isSure && atMs - progress.convergedAtMs >= limits.holdMs) return { kind: 'held', progress };
  }
  return judgeTime(progress, look, limits, failed);
}

function convergedSince(before: StepProgress, { isConverged, atMs }: Look): number | null {
  if (isConverged === false) return null;
  // What cannot be asked neither breaks a hold nor begins one.
  return isConverged === null ? before.convergedAtMs : (before.convergedAtMs ?? atMs);
}

function judgeTime(
  progress: StepProgress,
  look: Look,
  { withinMs, stallMs }: StepLimits,
  failed: (failure: StepFailure, reason: string) => StepVerdict,
): StepVerdict {
  const { atMs, trouble } = look;
  if (atMs - progress.startedAtMs >= withinMs) {
    // A limit that nobody could see is none.
    if (trouble !== null) return failed('aborted', `It could not be told whether it held: ${trouble}`);
    return failed('timeout', sayTimeout(look, withinMs));
  }
  const isWaiting = progress.convergedAtMs === null && trouble === null;
  if (stallMs !== null && isWaiting && atMs - progress.changedAtMs >= stallMs)
    return failed('stalled', `Nothing changed for ${formatDurationMs(stallMs)}: ${look.why ?? look.said}`);
  return { kind: 'go-on', progress };
}

export function sayTimeout({ why, said }: Pick<Look, 'why' | 'said'>, withinMs: number): string {
  const limit = `not so for long enough within ${formatDurationMs(withinMs)}`;
  const stands = said === '' ? limit : `${said}; ${limit}`;
  return why === null ? stands : `${why}; ${stands}`;
}

const isLimited = ({ generator }: Look, { generatorMax }: StepLimits): boolean =>
  generator !== null && generatorMax !== null && generator > generatorMax;

const sayGenerator = ({ generator }: Look, { generatorMax }: StepLimits): string =>
  `The load generator is at its limit: ${formatNumber(generator ?? 0)} is more than ${formatNumber(generatorMax ?? 0)}`;
