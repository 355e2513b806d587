import type { DraftEnvironment } from '@proofload/contracts';
import { FactTable } from '../compare/fact-table';

/** What the runs ran on: first what differed, then what all had in common. */
export function EnvironmentTable({ environment }: { environment: DraftEnvironment }) {
  const { runs, common, differing } = environment;
  if (common.length + differing.length === 0)
    return <p className="p-4 text-muted">Nothing is known of what these runs ran on</p>;
  const facts = [
    ...differing.map(({ name, values }) => ({
      name,
      values: values.map(({ value, treatments, runs: count }) => ({
        value,
        runs: count,
        where: treatments.join('; '),
      })),
    })),
    ...common.map(({ name, value }) => ({ name, values: [{ value, runs, where: 'all' }] })),
  ];
  return <FactTable label="Environment" heading="Fact" facts={facts} />;
}
