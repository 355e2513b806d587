import 'server-only';
import { ProofloadError } from '@proofload/domain';

const windowMs = 60_000;
const maxKeys = 10_000;

export interface AttemptLimit {
  /** Throws `rate-limited` when this key failed too often within a minute. */
  check(key: string, nowMs: number): void;
  countFailure(key: string, nowMs: number): void;
}

/**
 * Limits failed attempts per key and minute. It counts in this process alone, which is enough: the secrets it stands
 * before cannot be guessed, it only keeps guessing from costing the database much.
 */
export function createAttemptLimit(maxFailures: number): AttemptLimit {
  const failures = new Map<string, { sinceMs: number; count: number }>();
  const current = (key: string, nowMs: number) => {
    const known = failures.get(key);
    return known && nowMs - known.sinceMs < windowMs ? known : undefined;
  };
  return {
    check: (key, nowMs) => {
      if ((current(key, nowMs)?.count ?? 0) < maxFailures) return;
      throw new ProofloadError('rate-limited', 'Too many attempts; try again in a minute');
    },
    countFailure: (key, nowMs) => {
      const known = current(key, nowMs);
      if (known) known.count += 1;
      else {
        if (failures.size >= maxKeys) failures.clear();
        failures.set(key, { sinceMs: nowMs, count: 1 });
      }
    },
  };
}
