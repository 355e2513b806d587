import type { SeriesKind } from '@proofload/series';

/** What a number of Proofload's export becomes, or null when it is told by another one. */
export interface ExportedField {
  suffix: string;
  kind: SeriesKind;
  hasUnit: boolean;
}

const figures: Readonly<Record<string, Readonly<Record<string, ExportedField | null>>>> = {
  gauge: { value: { suffix: '', kind: 'gauge', hasUnit: true } },
  cumulative: { value: { suffix: '', kind: 'cumulative', hasUnit: true } },
  delta: { sum: { suffix: '', kind: 'delta', hasUnit: true }, count: null },
  ratio: {
    hits: { suffix: '_hits', kind: 'delta', hasUnit: false },
    total: { suffix: '_observations', kind: 'delta', hasUnit: false },
  },
};

/**
 * An export has figures of each second. Levels, counters and sums come back as they were; of shares the two counters
 * they consist of; of trends the figures of each second as levels, because observations cannot be made of them.
 * @returns undefined for a field that the kind does not have
 */
export function readExportedField(kind: SeriesKind, field: string): ExportedField | null | undefined {
  if (kind !== 'distribution') return figures[kind]?.[field];
  if (field === 'count') return { suffix: '_count', kind: 'delta', hasUnit: false };
  return /^(sum|min|max|p\d{1,2})$/.test(field)
    ? { suffix: `_${field}`, kind: field === 'sum' ? 'delta' : 'gauge', hasUnit: true }
    : undefined;
}
