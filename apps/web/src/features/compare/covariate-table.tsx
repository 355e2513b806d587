import type { Comparison } from '@proofload/contracts';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { GroupLook } from './group-look';

/** What differed between the runs without being a factor: each value with the groups that had it. */
export function CovariateTable({ comparison, look }: { comparison: Comparison; look: GroupLook }) {
  const groupOf = new Map(comparison.runs.map(({ id, group }) => [id, group]));
  return (
    <Table label="Covariates">
      <thead>
        <tr>
          <HeadCell>What differed</HeadCell>
          <HeadCell>Value</HeadCell>
          <HeadCell numeric>Runs</HeadCell>
          <HeadCell>In</HeadCell>
        </tr>
      </thead>
      <tbody>
        {comparison.covariates.map(({ name, values }) => {
          const distinct = [...new Set(values.map(({ value }) => value))].sort();
          return distinct.map((value, index) => {
            const runs = values.filter((entry) => entry.value === value).map(({ run }) => run);
            const groups = [...new Set(runs.flatMap((run) => groupOf.get(run) ?? []))];
            return (
              <Row key={`${name} ${value}`}>
                {index === 0 && (
                  <th
                    scope="rowgroup"
                    rowSpan={distinct.length}
                    className="border-b border-line px-3 py-2 align-top font-medium"
                  >
                    {name}
                  </th>
                )}
                <Cell className="break-all">
                  {value === '' ? <span className="text-muted italic">not known</span> : value}
                </Cell>
                <Cell numeric>{runs.length}</Cell>
                <Cell>{groups.map((key) => look.labels.get(key) ?? key).join(', ')}</Cell>
              </Row>
            );
          });
        })}
      </tbody>
    </Table>
  );
}
