/** An interval in which a source gave nothing, and why. Unix milliseconds. */
export interface Gap {
  fromMs: number;
  toMs: number;
  /** Attempts that failed. */
  attempts: number;
  reason: string;
}

/** Notes a failed attempt, lengthening the newest gap when it is the one before. */
export function noteFailure(gaps: Gap[], atMs: number, reason: string, isFollowing: boolean): void {
  const newest = gaps.at(-1);
  if (isFollowing && newest) {
    newest.toMs = atMs;
    newest.attempts += 1;
    newest.reason = reason;
    return;
  }
  gaps.push({ fromMs: atMs, toMs: atMs, attempts: 1, reason });
}
