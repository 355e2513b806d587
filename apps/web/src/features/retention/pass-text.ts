import type { Retention, RetentionPass } from '@proofload/contracts';
import { formatNumber, formatQuantity } from '@proofload/domain';

export type RetentionRules = Retention['rules'];

export const retentionKinds = ['samples', 'artifacts', 'logs'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

const nouns: Readonly<Record<RetentionKind, string>> = {
  samples: 'the samples',
  artifacts: 'the artifacts',
  logs: 'the log',
};

const runsText = (count: number): string => (count === 1 ? '1 run' : `${formatNumber(count, 15)} runs`);

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** `Would remove the samples of 120 runs (1.2 GiB) and the log of 3 runs (12 KiB).` */
export function describeRemoval(pass: RetentionPass): string {
  const parts = retentionKinds.flatMap((kind) => {
    const { runs, bytes } = pass[kind];
    return runs === 0 ? [] : [`${nouns[kind]} of ${runsText(runs)} (${formatQuantity(bytes, 'bytes')})`];
  });
  if (parts.length === 0) return pass.dryRun ? 'Nothing would be removed.' : 'Nothing was removed.';
  const sentence = `${pass.dryRun ? 'Would remove' : 'Removed'} ${joined(parts)}.`;
  if (pass.unmeasured === 0) return sentence;
  return `${sentence} The size of ${runsText(pass.unmeasured)} is not known yet and not counted.`;
}

/** `14 runs are protected: 3 pinned, 6 of a baseline, 5 in reports.` Empty when none is. */
export function describeProtection({ protected: kept }: RetentionPass): string {
  if (kept.runs === 0) return '';
  const reasons = [
    kept.pinned > 0 ? `${formatNumber(kept.pinned, 15)} pinned` : '',
    kept.baseline > 0 ? `${formatNumber(kept.baseline, 15)} of a baseline` : '',
    kept.report > 0 ? `${formatNumber(kept.report, 15)} in reports` : '',
  ].filter((reason) => reason !== '');
  const verb = kept.runs === 1 ? 'is' : 'are';
  return `${runsText(kept.runs)} ${verb} protected: ${reasons.join(', ')}.`;
}

/** Texts of the three fields as rules; null when one of them is no number of days. An empty field means for ever. */
export function readRules(fields: Readonly<Record<RetentionKind, string>>): RetentionRules | null {
  const rules: RetentionRules = { samples: null, artifacts: null, logs: null };
  for (const kind of retentionKinds) {
    if (dayProblem(fields[kind]) !== null) return null;
    const text = fields[kind].trim();
    rules[kind] = text === '' ? null : { days: Number(text) };
  }
  return rules;
}

/** What is wrong with a text that should be a number of days; null when nothing is. */
export function dayProblem(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const isDays = /^\d{1,5}$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= 36_500;
  return isDays ? null : 'expected a whole number of days from 1 to 36 500, or nothing';
}

export const isEmpty = (rules: RetentionRules): boolean =>
  retentionKinds.every((kind) => rules[kind] === null);
