'use client';

import type { RunPod } from '@proofload/contracts';
import { CircleCheck, CircleDashed, CircleHelp, CircleMinus, CircleX, LoaderCircle } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Elapsed, Time } from '@/components/ui/time';
import { phaseNames } from './cluster-state';

/** Pods with the times of their lives and what befell them. */
export function PodTable({
  pods,
  endedAt,
  open,
  onOpen,
}: {
  pods: readonly RunPod[];
  /** When the run ended; null while it goes on. */
  endedAt: string | null;
  /** The pod whose log is open. */
  open: string | null;
  onOpen(name: string): void;
}) {
  return (
    <Table label="Pods" isTall>
      <thead>
        <tr>
          <HeadCell>Pod</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Made</HeadCell>
          <HeadCell numeric>To a node</HeadCell>
          <HeadCell numeric>To its start</HeadCell>
          <HeadCell numeric>Ran</HeadCell>
          <HeadCell numeric>Restarts</HeadCell>
          <HeadCell>What befell it</HeadCell>
          <HeadCell>
            <span className="sr-only">Log</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {pods.map((pod) => (
          <Row key={`${pod.name} ${pod.createdAt}`}>
            <Cell className="whitespace-nowrap">
              {pod.name}
              {pod.node && <span className="block text-xs text-muted">{pod.node}</span>}
            </Cell>
            <Cell>
              <PodPhase phase={pod.phase} />
            </Cell>
            <Cell className="text-muted">
              <Time at={pod.createdAt} style="clock" />
            </Cell>
            <Cell numeric>
              <Span from={pod.createdAt} to={pod.scheduledAt} />
            </Cell>
            <Cell numeric>
              <Span from={pod.createdAt} to={pod.startedAt} />
            </Cell>
            <Cell numeric>
              {pod.startedAt === null ? (
                <span className="text-muted">not</span>
              ) : (
                <Elapsed since={pod.startedAt} until={pod.endedAt ?? pod.deletedAt ?? endedAt} />
              )}
            </Cell>
            <Cell numeric className={pod.restarts > 0 ? 'text-warn' : ''}>
              {pod.restarts}
            </Cell>
            <Cell className="min-w-56 break-words">{sayFate(pod)}</Cell>
            <Cell className="text-right">
              {pod.startedAt !== null && (
                <Button
                  size="small"
                  aria-label={`Log of ${pod.name}`}
                  aria-expanded={open === pod.name}
                  onClick={() => onOpen(pod.name)}
                >
                  Log
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Span({ from, to }: { from: string; to: string | null }) {
  if (to === null) return <span className="text-muted">not</span>;
  return <Quantity value={Math.max(0, Date.parse(to) - Date.parse(from))} unit="ms" />;
}

const icons = {
  pending: [CircleDashed, 'text-muted'],
  running: [LoaderCircle, 'text-accent'],
  succeeded: [CircleCheck, 'text-pass'],
  failed: [CircleX, 'text-breach'],
  unknown: [CircleHelp, 'text-warn'],
  deleted: [CircleMinus, 'text-muted'],
} as const;

function PodPhase({ phase }: { phase: RunPod['phase'] }) {
  const [Icon, tone] = icons[phase];
  return (
    <span className={classNames('whitespace-nowrap', tone)}>
      <Icon aria-hidden className="mr-1 inline size-3.5 -translate-y-px" />
      {phaseNames[phase]}
    </span>
  );
}

/** Why it waits, or how its containers ended when that was not well. */
function sayFate({ ends, waiting, endedAt, deletedAt }: RunPod): string {
  const bad = ends.filter(({ exitCode, reason }) => exitCode !== 0 || reason === 'OOMKilled');
  const counts = new Map<string, number>();
  for (const { container, exitCode, reason } of bad) {
    const said =
      reason === 'OOMKilled'
        ? `${container} was killed for lack of memory (OOMKilled)`
        : `${container} ended with exit code ${exitCode}${reason && reason !== 'Error' ? ` (${reason})` : ''}`;
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const fates = [...counts].map(([said, times]) => (times > 1 ? `${said}, ${times} times` : said));
  if (waiting !== null && endedAt === null && deletedAt === null) fates.unshift(waiting);
  return fates.join('; ');
}
