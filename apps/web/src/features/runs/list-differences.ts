import type { Comparison } from '@proofload/contracts';

export interface Difference {
  name: string;
  own: string;
  /** What the others had, each with how many of them. */
  others: { value: string; runs: number }[];
}

/** What was otherwise with other runs of the comparison, though it is no factor. */
export function listDifferences({ covariates }: Pick<Comparison, 'covariates'>, runId: string): Difference[] {
  return covariates.flatMap(({ name, values }) => {
    const own = values.find(({ run }) => run === runId)?.value ?? '';
    const counts = new Map<string, number>();
    for (const { value } of values) if (value !== own) counts.set(value, (counts.get(value) ?? 0) + 1);
    const others = [...counts].map(([value, runs]) => ({ value, runs }));
    return others.length === 0 ? [] : [{ name, own, others }];
  });
}
