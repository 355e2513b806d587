import type { Gap } from '@proofload/sources';
import { toInstant } from '../instant.ts';

/** A gap as a sentence for whoever reads the results. */
export function describeGap(what: string, { fromMs, toMs, attempts, reason }: Gap): string {
  const tries = attempts === 1 ? '' : ` (${attempts} attempts)`;
  const when =
    fromMs === toMs ? `at ${toInstant(fromMs)}` : `from ${toInstant(fromMs)} to ${toInstant(toMs)}`;
  return `${what} ${when}${tries}: ${reason}`;
}
