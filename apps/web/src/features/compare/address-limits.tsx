'use client';

import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { CapacityPartProps } from './capacity-part-props';
import { RunName } from './objective-courses';

/** Ranges of addresses: how many nodes they have room for, beside how many were reached. */
export function AddressLimits({ comparison, look, runs }: CapacityPartProps) {
  const rows = runs.flatMap(({ run, limits }) =>
    limits.flatMap((limit) => (limit.kind === 'addresses' ? [{ run, limit }] : [])),
  );
  if (rows.length === 0) return null;
  return (
    <Panel
      id="limit-addresses"
      title="Ranges of addresses"
      description="Every node takes a piece of the range: 2^(a - b) nodes for pieces of /a from a range of /b."
    >
      <Table label="Ranges of addresses">
        <thead>
          <tr>
            <HeadCell>Run</HeadCell>
            <HeadCell>Limit</HeadCell>
            <HeadCell numeric>Range</HeadCell>
            <HeadCell numeric>Each node</HeadCell>
            <HeadCell numeric>Nodes that fit</HeadCell>
            <HeadCell numeric>Nodes reached</HeadCell>
            <HeadCell>What that says</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ run, limit }) => (
            <Row key={`${run} ${limit.name}`}>
              <Cell className="whitespace-nowrap">
                <RunName comparison={comparison} look={look} run={run} />
              </Cell>
              <Cell>{limit.name}</Cell>
              <Cell numeric>{limit.prefix === null ? 'not known' : `/${limit.prefix}`}</Cell>
              <Cell numeric>{limit.nodePrefix === null ? 'not known' : `/${limit.nodePrefix}`}</Cell>
              <Cell numeric className="font-semibold">
                {limit.nodes ?? 'cannot be told'}
              </Cell>
              <Cell numeric>{limit.reached ?? 'not known'}</Cell>
              <Cell className="min-w-52">{limit.sentence}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
