'use client';

import { buildCapacityLines, type CapacityLine, styleAt } from '@proofload/charts';
import type { DeclaredResource } from '@proofload/contracts';
import { formatNumber, sayStepFailure } from '@proofload/domain';
import { Chart } from '@/components/chart/chart';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { CapacityPartProps } from './capacity-part-props';
import { RunName } from './objective-courses';

/** Resources that grow with every unit, as definitions declare them: the projected limit beside the observed failure. */
export function ResourceLimits({ comparison, look, runs }: CapacityPartProps) {
  const found = runs.flatMap(({ run, limits }) =>
    limits.flatMap((limit) => (limit.kind === 'resource' ? [{ run, limit }] : [])),
  );
  return [...Map.groupBy(found, ({ limit }) => limit.name)].map(([name, rows]) => {
    const [first] = rows;
    if (!first) return null;
    const { unit, noun } = rows.find(({ limit }) => limit.unit !== '')?.limit ?? first.limit;
    const lines = rows.map(({ run, limit }) => toLine(run, limit, { comparison, look }));
    return (
      <Panel
        key={name}
        id={`limit-${name}`}
        title={`Projected limit of ${name} beside the observed failure`}
        description="A failure near the projection proves it only when it is of the kind that running out makes."
      >
        <PanelBody>
          <Chart
            id={`capacity-${name}`}
            model={buildCapacityLines({ name, unit, noun, lines })}
            empty="Nothing is known of how it grows"
          />
        </PanelBody>
        <Table label={`Projected limits of ${name}`}>
          <thead>
            <tr>
              <HeadCell>Run</HeadCell>
              <HeadCell numeric>Before the first</HeadCell>
              <HeadCell numeric>Each of the {noun}</HeadCell>
              <HeadCell numeric>Limit</HeadCell>
              <HeadCell numeric>Projected limit</HeadCell>
              <HeadCell numeric>Seen to fail at</HeadCell>
              <HeadCell>How it failed</HeadCell>
              <HeadCell>What that says</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ run, limit }) => (
              <ResourceRow key={run} run={run} limit={limit} {...{ comparison, look }} />
            ))}
          </tbody>
        </Table>
      </Panel>
    );
  });
}

type LookProps = Pick<CapacityPartProps, 'comparison' | 'look'>;

function ResourceRow({ run, limit, comparison, look }: LookProps & { run: string; limit: DeclaredResource }) {
  const { base, perUnit, projected, bounds, observed, failure, boundBy, sentence, noun } = limit;
  return (
    <Row>
      <Cell className="whitespace-nowrap">
        <RunName comparison={comparison} look={look} run={run} />
      </Cell>
      <Cell numeric>
        {base?.said ?? 'not known'}
        {base && bounds && (
          <span className="block text-xs text-muted">
            {formatNumber(base.value)} {limit.unit} is taken
          </span>
        )}
      </Cell>
      <Cell numeric>{perUnit?.said ?? 'not known'}</Cell>
      <Cell numeric>{limit.limit?.said ?? 'not known'}</Cell>
      <Cell numeric className="font-semibold">
        {projected === null ? 'cannot be told' : `${formatNumber(projected)} ${noun}`}
        {bounds && (
          <span className="block text-xs font-normal text-muted">
            {formatNumber(bounds.low)} to {formatNumber(bounds.high)}
          </span>
        )}
      </Cell>
      <Cell numeric className="font-semibold">
        {observed === null ? 'not seen' : observed.said}
        {observed?.note && (
          <span className="block max-w-56 text-xs font-normal whitespace-normal text-muted">
            {observed.note}
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap">
        {failure === null ? <span className="text-muted">not told</span> : sayStepFailure(failure)}
        <span className="block text-xs text-muted">
          {boundBy === 'resource' && `${limit.name} ran out`}
          {boundBy === 'something-else' && `not by ${limit.name}`}
        </span>
      </Cell>
      <Cell className="min-w-52">{sentence}</Cell>
    </Row>
  );
}

function toLine(run: string, limit: DeclaredResource, { comparison, look }: LookProps): CapacityLine {
  const group = comparison.runs.find(({ id }) => id === run)?.group ?? '';
  const { base, perUnit, observed, failure, projected } = limit;
  return {
    label: look.labels.get(group) ?? group,
    style: look.styles.get(group) ?? styleAt(0),
    points: [],
    line: base && perUnit && { intercept: base.value, slope: perUnit.value },
    limit: limit.limit?.value ?? null,
    projected,
    observed: observed && {
      units: observed.units,
      how: failure === null ? 'how is not told' : sayStepFailure(failure),
    },
  };
}
