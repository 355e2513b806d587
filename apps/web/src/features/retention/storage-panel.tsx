'use client';

import type { StorageUsage } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Quantity } from '@/components/ui/quantity';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import { usageQuery } from './retention-queries';

/** What finished runs take, by experiment. */
export function StoragePanel() {
  const { data: usage, error, isPending } = useQuery(usageQuery);
  return (
    <Panel
      title="What is stored"
      description="Of finished runs, as compressed as it is stored; the database adds its own overhead."
    >
      {isPending && <Skeleton className="m-4 h-40" />}
      {error && (
        <PanelBody>
          <ErrorNote error={error} />
        </PanelBody>
      )}
      {usage && usage.total.runs === 0 && (
        <EmptyState title="Nothing is stored yet">
          <p>Samples, artifacts and logs of finished runs are added up here.</p>
        </EmptyState>
      )}
      {usage && usage.total.runs > 0 && <UsageTable usage={usage} />}
      {usage && usage.unmeasured > 0 && (
        <p className="border-t border-line px-4 py-2 text-muted">
          The size of {formatNumber(usage.unmeasured, 15)} runs is not known yet; workers are measuring them.
        </p>
      )}
    </Panel>
  );
}

type Use = StorageUsage['total'];

function UsageTable({ usage: { experiments, total, omitted } }: { usage: StorageUsage }) {
  return (
    <Table label="What is stored">
      <thead>
        <tr>
          <HeadCell>Experiment</HeadCell>
          <HeadCell numeric>Runs</HeadCell>
          <HeadCell numeric>Samples</HeadCell>
          <HeadCell numeric>Artifacts</HeadCell>
          <HeadCell numeric>Logs</HeadCell>
        </tr>
      </thead>
      <tbody>
        {experiments.map(({ experiment, ...use }) => (
          <Row key={experiment ?? ''}>
            <Cell>
              {experiment === null ? (
                <span className="text-muted">Runs of no experiment</span>
              ) : (
                <TextLink href={`/experiments/${experiment}`}>{experiment}</TextLink>
              )}
            </Cell>
            <UseCells use={use} />
          </Row>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-medium">
          <Cell>
            All{omitted > 0 && `, with ${formatNumber(omitted, 15)} experiments that are not shown`}
          </Cell>
          <UseCells use={total} />
        </tr>
      </tfoot>
    </Table>
  );
}

function UseCells({ use: { runs, samplesBytes, artifactsBytes, logsBytes } }: { use: Use }) {
  return (
    <>
      <Cell numeric>{formatNumber(runs, 15)}</Cell>
      <Cell numeric>
        <Quantity value={samplesBytes} unit="bytes" />
      </Cell>
      <Cell numeric>
        <Quantity value={artifactsBytes} unit="bytes" />
      </Cell>
      <Cell numeric>
        <Quantity value={logsBytes} unit="bytes" />
      </Cell>
    </>
  );
}
