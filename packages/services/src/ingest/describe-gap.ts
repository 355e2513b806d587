import type { Gap } from '@proofload/sources';
import { toInstant } from '../instant.ts';

/** A gap as a sentence for whoever reads the results. */
export function describeGap(what: string, { fromMs, toMs, attempts, reason }: Gap): string {
  const tries = attempts === 1 ? '' : ` (${attempts} attempts)`;
  const when =
    fromMs === toMs ? `at ${toInstant(fromMs)}` : `from ${toInstant(fromMs)} to ${toInstant(toMs)}`;
  return `${what} ${when}${tries}: ${reason}`;
}

const gapText =
  /^No data (?:from|of query) (\S{1,200}) (?:at (\S{1,40})|from (\S{1,40}) to (\S{1,40}Z))(?: \(\d+ attempts\))?:/;

/** The gap that a warning tells of; null for other warnings. */
export function readGap(warning: string): { source: string; fromMs: number; toMs: number } | null {
  const [, source = '', at, from = at, to = at] = gapText.exec(warning) ?? [];
  const [fromMs, toMs] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? null : { source, fromMs, toMs };
}
