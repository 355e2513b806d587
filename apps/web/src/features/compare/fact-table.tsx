import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

export interface Fact {
  name: string;
  /** Each with how many runs had it, and where; an empty one is not known. */
  values: readonly { value: string; runs: number; where: string }[];
}

/** Facts of runs: each value with those that had it. */
export function FactTable({ label, heading, facts }: { label: string; heading: string; facts: Fact[] }) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell>{heading}</HeadCell>
          <HeadCell>Value</HeadCell>
          <HeadCell numeric>Runs</HeadCell>
          <HeadCell>In</HeadCell>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, values }) =>
          values.map(({ value, runs, where }, index) => (
            <Row key={`${name} ${value}`}>
              {index === 0 && (
                <th
                  scope={values.length === 1 ? 'row' : 'rowgroup'}
                  rowSpan={values.length}
                  className="border-b border-line px-3 py-2 pl-4 text-left align-top font-medium"
                >
                  {name}
                </th>
              )}
              <Cell className="min-w-24 wrap-anywhere">
                {value === '' ? <span className="text-muted italic">not known</span> : value}
              </Cell>
              <Cell numeric>{runs}</Cell>
              <Cell>{where}</Cell>
            </Row>
          )),
        )}
      </tbody>
    </Table>
  );
}
