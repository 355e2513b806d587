'use client';

import type { BreachComparison, Comparison } from '@proofload/contracts';
import { formatDurationMs, formatNumber } from '@proofload/domain';
import { StyleMark } from '@/components/chart/style-mark';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { GroupLook } from './group-look';
import { nameOf } from './objective-matrix';
import { sayLoad, sayShare } from './objective-words';
import { VerdictMark } from './verdict-mark';

interface PartProps {
  comparison: Comparison;
  look: GroupLook;
  breaches: BreachComparison;
}

/** How every objective held over time, in numbers; why a run has none. */
export function ObjectiveCourses({ comparison, look, breaches }: PartProps) {
  return (
    <Table label="Objectives over time" isTall>
      <thead>
        <tr>
          <HeadCell>Run</HeadCell>
          <HeadCell>Objective</HeadCell>
          <HeadCell numeric>Time in breach</HeadCell>
          <HeadCell numeric>Longest</HeadCell>
          <HeadCell numeric>First breach</HeadCell>
          <HeadCell>Load at it</HeadCell>
          <HeadCell>Error budget</HeadCell>
          <HeadCell numeric>Observed</HeadCell>
        </tr>
      </thead>
      <tbody>
        {breaches.runs.flatMap(({ run, objectives }) =>
          objectives.map(({ name, objective, statistics, note }) => (
            <Row key={`${run} ${name}`}>
              <Cell className="whitespace-nowrap">
                <RunName comparison={comparison} look={look} run={run} />
              </Cell>
              <Cell className="whitespace-nowrap">
                {name} <span className="text-muted">{objective}</span>
              </Cell>
              {statistics === null ? (
                <Cell colSpan={6} className="text-muted">
                  No course over time: {note}
                </Cell>
              ) : (
                <>
                  <Cell numeric>
                    {statistics.breachedShare === null ? 'no data' : sayShare(statistics.breachedShare)}
                  </Cell>
                  <Cell numeric>
                    {statistics.longest
                      ? formatDurationMs(statistics.longest.toMs - statistics.longest.fromMs)
                      : 'none'}
                  </Cell>
                  <Cell numeric>
                    {statistics.first ? `${formatDurationMs(statistics.first.atMs)} after the start` : 'none'}
                  </Cell>
                  <Cell>{statistics.first ? sayLoad(statistics.first, breaches.load) : ''}</Cell>
                  <Cell>{sayBudget(statistics.budget)}</Cell>
                  <Cell numeric>
                    {formatDurationMs(statistics.observedMs)}
                    {statistics.gapMs > 0 && (
                      <span className="block text-xs text-muted">
                        {formatDurationMs(statistics.gapMs)} without data
                      </span>
                    )}
                  </Cell>
                </>
              )}
            </Row>
          )),
        )}
      </tbody>
    </Table>
  );
}

type Budget = NonNullable<BreachComparison['runs'][number]['objectives'][number]['statistics']>['budget'];

function sayBudget(budget: Budget): string {
  if (budget === null) return 'the objective has no target';
  const { allowed, burned, fastest } = budget;
  const fast =
    fastest === null
      ? ''
      : `, fastest ${formatNumber(fastest.rate)}x from ${formatDurationMs(fastest.fromMs)} on`;
  return `${formatNumber(burned)}x of ${sayShare(allowed)} used${fast}`;
}

/** Thresholds of k6, as k6 itself judged them. */
export function ThresholdTable({ comparison, look, breaches }: PartProps) {
  const rows = breaches.runs.flatMap(({ run, thresholds }) => thresholds.map((one) => ({ run, ...one })));
  return (
    <Table label="Thresholds of k6" isTall>
      <thead>
        <tr>
          <HeadCell>Run</HeadCell>
          <HeadCell>Metric</HeadCell>
          <HeadCell>Threshold</HeadCell>
          <HeadCell>As k6 judged it</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ run, metric, threshold, held }) => (
          <Row key={`${run} ${metric} ${threshold}`}>
            <Cell className="whitespace-nowrap">
              <RunName comparison={comparison} look={look} run={run} />
            </Cell>
            <Cell>{metric}</Cell>
            <Cell>{threshold}</Cell>
            <Cell>
              <VerdictMark verdict={held ? 'met' : 'failed'} word={held ? 'held' : 'crossed'} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** What tells a run from the others of its group; empty for one that is alone. */
export function nameWithin(comparison: Comparison, run: string): string {
  const group = comparison.groups.find(({ runs }) => runs.includes(run));
  return group === undefined || group.runs.length === 1 ? '' : nameOf(comparison, run);
}

export function RunName({ comparison, look, run }: Omit<PartProps, 'breaches'> & { run: string }) {
  const group = comparison.runs.find(({ id }) => id === run)?.group ?? '';
  const style = look.styles.get(group);
  const name = nameWithin(comparison, run);
  return (
    <span className="inline-flex items-center gap-1.5">
      {style && <StyleMark style={style} />}
      {look.labels.get(group) ?? group} <span className="text-muted">{name}</span>
    </span>
  );
}
