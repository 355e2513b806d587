import type { Comparison } from '@proofload/contracts';
import { FactTable } from './fact-table';
import type { GroupLook } from './group-look';

/** What differed between the runs without being a factor: each value with the groups that had it. */
export function CovariateTable({ comparison, look }: { comparison: Comparison; look: GroupLook }) {
  const groupOf = new Map(comparison.runs.map(({ id, group }) => [id, group]));
  const facts = comparison.covariates.map(({ name, values }) => ({
    name,
    values: [...new Set(values.map(({ value }) => value))].sort().map((value) => {
      const runs = values.filter((entry) => entry.value === value).map(({ run }) => run);
      const groups = [...new Set(runs.flatMap((run) => groupOf.get(run) ?? []))];
      const where = groups.map((key) => look.labels.get(key) ?? key).join(', ');
      return { value, runs: runs.length, where };
    }),
  }));
  return <FactTable label="Covariates" heading="What differed" facts={facts} />;
}
