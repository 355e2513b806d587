'use client';

import { buildCapLanes, styleAt } from '@proofload/charts';
import type { DeclaredCaps } from '@proofload/contracts';
import { formatQuantity } from '@proofload/domain';
import { Chart } from '@/components/chart/chart';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { CapacityPartProps } from './capacity-part-props';
import { RunName } from './objective-courses';

/** What providers promise, in one unit, as lines beside what was reached: which limit binds first. */
export function CapLimits({ comparison, look, runs }: CapacityPartProps) {
  const found = runs.flatMap(({ run, limits }) =>
    limits.flatMap((limit) => (limit.kind === 'caps' ? [{ run, limit }] : [])),
  );
  return [...Map.groupBy(found, ({ limit }) => limit.name)].map(([name, rows]) => {
    const unit = rows[0]?.limit.unit ?? '';
    const lanes = rows.map(({ run, limit }) => {
      const group = comparison.runs.find(({ id }) => id === run)?.group ?? '';
      return {
        label: look.labels.get(group) ?? group,
        style: look.styles.get(group) ?? styleAt(0),
        caps: limit,
      };
    });
    return (
      <Panel
        key={name}
        id={`limit-${name}`}
        title={`${name}: which limit binds first`}
        description={`What is promised, in ${unit}. Bars are what was reached.`}
      >
        <PanelBody>
          <Chart
            id={`caps-${name}`}
            model={buildCapLanes(name, unit, lanes)}
            empty="No cap of any run is known"
          />
        </PanelBody>
        <Table label={`Caps of ${name}`}>
          <thead>
            <tr>
              <HeadCell>Run</HeadCell>
              <HeadCell>Promised</HeadCell>
              <HeadCell>Binds first</HeadCell>
              <HeadCell numeric>Reached</HeadCell>
              <HeadCell>What that says</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ run, limit }) => (
              <Row key={run}>
                <Cell className="whitespace-nowrap">
                  <RunName comparison={comparison} look={look} run={run} />
                </Cell>
                <Cell>
                  <Promises limit={limit} />
                </Cell>
                <Cell className="font-semibold">{limit.binding ?? 'cannot be told'}</Cell>
                <Cell numeric>{limit.reached?.said ?? 'not given'}</Cell>
                <Cell className="min-w-52">{limit.sentence}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Panel>
    );
  });
}

/** Each cap as it is promised and in the common unit. */
function Promises({ limit: { caps, unit } }: { limit: DeclaredCaps }) {
  const missing = caps.filter(({ allows }) => allows === null);
  return (
    <ul className="space-y-0.5">
      {caps.map(({ name, said, allows }) =>
        allows === null ? null : (
          <li key={name}>
            {name}: {said} ={' '}
            <span className="font-medium whitespace-nowrap">{formatQuantity(allows, unit)}</span>
          </li>
        ),
      )}
      {missing.length > 0 && (
        <li className="text-muted">not known: {missing.map(({ name }) => name).join(', ')}</li>
      )}
    </ul>
  );
}
