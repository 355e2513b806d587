import { maxCoolDownMs, ProofloadError, parseDurationMs } from '@proofload/domain';

/** Milliseconds of a cool-down such as `40s`. Throws `invalid` when it is none, or too long. */
export function parseCoolDown(text: string): number {
  const durationMs = parseDurationMs(text);
  if (durationMs !== null && durationMs <= maxCoolDownMs) return Math.round(durationMs);
  const message = 'expected a duration of at most 7d, such as 40s or 5m';
  throw new ProofloadError('invalid', `coolDown: ${message}`, { fields: [{ field: 'coolDown', message }] });
}
