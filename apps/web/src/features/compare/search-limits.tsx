'use client';

import { buildCapacityLines, type CapacityLine, styleAt } from '@proofload/charts';
import type { CapacityComparison, RunSteps } from '@proofload/contracts';
import { formatNumber, formatQuantity, sayStepFailure } from '@proofload/domain';
import { Chart } from '@/components/chart/chart';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { CapacityPartProps } from './capacity-part-props';
import { RunName } from './objective-courses';

type Searched = CapacityComparison['runs'][number] & { search: RunSteps };
type Resource = RunSteps['resources'][number];

/** Capacity searches: what held, what failed, how resources grew, and which limit would be reached first. */
export function SearchLimits({ comparison, look, runs }: CapacityPartProps) {
  const searched = runs.filter((run): run is Searched => run.search !== null);
  if (searched.length === 0) return null;
  const names = [...new Set(searched.flatMap(({ search }) => search.resources.map(({ name }) => name)))];
  return (
    <>
      <Panel
        id="capacity-searches"
        title="Capacity searches"
        description="The most that held, the least that did not, and where each resource would reach its limit."
      >
        <Table label="Capacity searches">
          <thead>
            <tr>
              <HeadCell>Run</HeadCell>
              <HeadCell>Found</HeadCell>
              <HeadCell>Limit that would be reached first</HeadCell>
              <HeadCell>Projection beside the failure</HeadCell>
            </tr>
          </thead>
          <tbody>
            {searched.map(({ run, search, first, sentences }) => (
              <Row key={run}>
                <Cell className="whitespace-nowrap">
                  <RunName comparison={comparison} look={look} run={run} />
                </Cell>
                <Cell>{search.answer}</Cell>
                <Cell>{first ?? <span className="text-muted">none grows towards a limit</span>}</Cell>
                <Cell>
                  {sentences.map((sentence) => (
                    <p key={sentence}>{sentence}.</p>
                  ))}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Panel>
      {names.map((name) => (
        <ResourcePanel key={name} name={name} searched={searched} comparison={comparison} look={look} />
      ))}
    </>
  );
}

function ResourcePanel({
  name,
  searched,
  comparison,
  look,
}: Pick<CapacityPartProps, 'comparison' | 'look'> & { name: string; searched: readonly Searched[] }) {
  const rows = searched.flatMap(({ run, search }) => {
    const resource = search.resources.find((one) => one.name === name);
    return resource ? [{ run, search, resource }] : [];
  });
  const unit = rows.find(({ resource }) => resource.unit !== '')?.resource.unit ?? '';
  const lines = rows.map(({ run, search, resource }): CapacityLine => {
    const group = comparison.runs.find(({ id }) => id === run)?.group ?? '';
    return {
      label: look.labels.get(group) ?? group,
      style: look.styles.get(group) ?? styleAt(0),
      ...toLine(search, resource),
    };
  });
  return (
    <Panel title={`${name} by units`}>
      <PanelBody>
        <Chart id={`search-${name}`} model={buildCapacityLines({ name, unit, noun: 'units', lines })} />
      </PanelBody>
      <Table label={`Growth of ${name}`}>
        <thead>
          <tr>
            <HeadCell>Run</HeadCell>
            <HeadCell numeric>Each unit</HeadCell>
            <HeadCell numeric>95 % interval</HeadCell>
            <HeadCell numeric>Without units</HeadCell>
            <HeadCell numeric>95 % interval</HeadCell>
            <HeadCell numeric>n</HeadCell>
            <HeadCell numeric>Limit</HeadCell>
            <HeadCell numeric>Projected limit</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ run, resource }) => (
            <GrowthRow key={run} run={run} resource={resource} comparison={comparison} look={look} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function GrowthRow({
  run,
  resource: { unit, n, line, slope, intercept, limit, projected },
  comparison,
  look,
}: Pick<CapacityPartProps, 'comparison' | 'look'> & { run: string; resource: Resource }) {
  const say = (value: number): string => formatQuantity(value, unit);
  const between = (interval: Resource['slope']): string =>
    interval === null ? 'not assessable' : `${say(interval.low)} to ${say(interval.high)}`;
  const ends = projected?.interval;
  return (
    <Row>
      <Cell className="whitespace-nowrap">
        <RunName comparison={comparison} look={look} run={run} />
      </Cell>
      <Cell numeric>{line === null ? 'not known' : say(line.slope)}</Cell>
      <Cell numeric>{between(slope)}</Cell>
      <Cell numeric>{line === null ? 'not known' : say(line.intercept)}</Cell>
      <Cell numeric>{between(intercept)}</Cell>
      <Cell numeric>{n}</Cell>
      <Cell numeric>{limit === null ? 'none' : say(limit)}</Cell>
      <Cell numeric>
        {projected === null ? 'never reached' : `${formatNumber(projected.value)} units`}
        {ends && (
          <span className="block text-xs text-muted">
            {formatNumber(ends.low)} to {formatNumber(ends.high)}
          </span>
        )}
      </Cell>
    </Row>
  );
}

function toLine(search: RunSteps, resource: Resource): Omit<CapacityLine, 'label' | 'style'> {
  const points = search.steps.flatMap(({ units, state, values }) => {
    const value = values[resource.name];
    return state === 'running' || value === undefined ? [] : [{ units, value, isGood: state === 'good' }];
  });
  return {
    points,
    line: resource.line,
    limit: resource.limit,
    projected: resource.projected?.value ?? null,
    observed:
      search.firstBad === null
        ? null
        : {
            units: search.firstBad,
            how: search.failure === null ? 'how is not told' : sayStepFailure(search.failure),
          },
  };
}
