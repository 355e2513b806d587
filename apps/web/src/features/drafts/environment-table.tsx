import type { DraftEnvironment } from '@proofload/contracts';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

/** What the runs ran on: first what differed, then what all had in common. */
export function EnvironmentTable({ environment }: { environment: DraftEnvironment }) {
  const { runs, common, differing } = environment;
  if (common.length + differing.length === 0)
    return <p className="p-4 text-muted">Nothing is known of what these runs ran on</p>;
  return (
    <Table label="Environment">
      <thead>
        <tr>
          <HeadCell>Fact</HeadCell>
          <HeadCell>Value</HeadCell>
          <HeadCell numeric>Runs</HeadCell>
          <HeadCell>In</HeadCell>
        </tr>
      </thead>
      <tbody>
        {differing.map(({ name, values }) =>
          values.map(({ value, treatments, runs: count }, index) => (
            <Row key={`${name} ${value}`}>
              {index === 0 && (
                <th
                  scope="rowgroup"
                  rowSpan={values.length}
                  className="border-b border-line px-3 py-2 pl-4 text-left align-top font-medium"
                >
                  {name}
                </th>
              )}
              <Cell className="min-w-24 wrap-anywhere">
                {value === '' ? <span className="text-muted italic">not known</span> : value}
              </Cell>
              <Cell numeric>{count}</Cell>
              <Cell>{treatments.join('; ')}</Cell>
            </Row>
          )),
        )}
        {common.map(({ name, value }) => (
          <Row key={name}>
            <th scope="row" className="border-b border-line px-3 py-2 pl-4 text-left align-top font-medium">
              {name}
            </th>
            <Cell className="min-w-24 wrap-anywhere">{value}</Cell>
            <Cell numeric>{runs}</Cell>
            <Cell className="text-muted">all</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
