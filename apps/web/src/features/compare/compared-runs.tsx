import type { Comparison } from '@proofload/contracts';
import Link from 'next/link';
import { StyleMark } from '@/components/chart/style-mark';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { OutcomeBadge, StatusBadge, VerdictBadge } from '../runs/run-badges';
import { ValidityBadge } from '../runs/validity-badge';
import type { GroupLook } from './group-look';

export interface ComparedRunsProps {
  comparison: Comparison;
  look: GroupLook;
  isLinked?: boolean;
}

/** All runs of the comparison; those that are left out of averages stay in sight, with the reason. */
export function ComparedRuns({ comparison, look, isLinked = true }: ComparedRunsProps) {
  const reasons = new Map(
    comparison.groups.flatMap(({ excluded }) => excluded.map(({ run, reason }) => [run, reason])),
  );
  return (
    <Table label="Compared runs">
      <thead>
        <tr>
          <HeadCell>Run</HeadCell>
          <HeadCell>Group</HeadCell>
          <HeadCell numeric>Replicate</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell numeric>Started</HeadCell>
          <HeadCell>In averages</HeadCell>
        </tr>
      </thead>
      <tbody>
        {comparison.runs.map((run) => {
          const style = look.styles.get(run.group);
          const reason = reasons.get(run.id);
          return (
            <Row key={run.id}>
              <Cell>
                {isLinked ? (
                  <Link href={`/runs/${run.id}`} className="font-medium text-accent hover:underline">
                    {run.name}
                  </Link>
                ) : (
                  <>
                    {run.name} <code className="font-mono text-xs text-muted">{run.id}</code>
                  </>
                )}
              </Cell>
              <Cell className="whitespace-nowrap">
                <span className="inline-flex items-center gap-1.5">
                  {style && <StyleMark style={style} />}
                  {look.labels.get(run.group) ?? run.group}
                </span>
              </Cell>
              <Cell numeric>{run.replicate ?? '–'}</Cell>
              <Cell>
                {run.status === 'finished' ? (
                  <span className="inline-flex flex-wrap gap-1">
                    <OutcomeBadge outcome={run.outcome} />
                    <ValidityBadge run={run} />
                  </span>
                ) : (
                  <StatusBadge status={run.status} />
                )}
              </Cell>
              <Cell>
                <VerdictBadge verdict={run.verdict} />
              </Cell>
              <Cell numeric>
                {run.startedAt ? (
                  <Time at={run.startedAt} style="short" />
                ) : (
                  <span className="text-muted">not yet</span>
                )}
              </Cell>
              <Cell>
                {reason === undefined ? 'yes' : <span className="text-muted">left out: {reason}</span>}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
