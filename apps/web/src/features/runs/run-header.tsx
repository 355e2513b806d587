'use client';

import type { Run } from '@proofload/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download, GitCompareArrows, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu } from '@/components/ui/menu';
import type { MenuEntry } from '@/components/ui/menu-window';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/text-link';
import { Elapsed, Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi, callApiForNothing } from '../api/call-api';
import { PinButton } from '../retention/pin-button';
import { Params } from './params';
import { OutcomeBadge, PublishedBadge, StatusBadge, VerdictBadge } from './run-badges';
import { runKey } from './use-live-run';
import { ValidityBadge } from './validity-badge';

/** What a run is, where it stands, and what can be done with it. */
export function RunHeader({ run }: { run: Run }) {
  return (
    <PageHeader title={run.name} actions={<RunActions run={run} />}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
        <StatusBadge status={run.status} />
        <OutcomeBadge outcome={run.outcome} />
        <ValidityBadge run={run} />
        <VerdictBadge verdict={run.verdict} />
        {run.citation && <PublishedBadge citation={run.citation} />}
        {run.cancelRequested && run.status !== 'finished' && <Badge tone="warn">cancelling</Badge>}
      </p>
      {run.reason && <p className="max-w-prose">{run.reason}</p>}
      <p className="text-base">
        <Params params={run.params} />
      </p>
      {run.citation && (
        <p className="max-w-prose text-muted">
          These figures were published in{' '}
          <a className="text-accent underline" href={run.citation.url} rel="noreferrer">
            {run.citation.title}
          </a>
          {[run.citation.publisher, run.citation.published].filter(Boolean).map((part) => `, ${part}`)}; the
          run was not executed here.
        </p>
      )}
      <RunOrigin run={run} />
    </PageHeader>
  );
}

function RunOrigin({ run }: { run: Run }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {run.experiment && (
        <span>
          Experiment <TextLink href={`/experiments/${run.experiment}`}>{run.experiment}</TextLink> version{' '}
          {run.experimentVersion}
          {run.evaluatedVersion !== null &&
            run.evaluatedVersion !== run.experimentVersion &&
            `, evaluated with version ${run.evaluatedVersion}`}
        </span>
      )}
      {run.sweep && (
        <TextLink href={`/sweeps/${run.sweep}`}>
          Sweep{run.position !== null && `, place ${run.position}`}
        </TextLink>
      )}
      {run.replicate !== null && <span>replicate {run.replicate}</span>}
      {run.retryOf && <TextLink href={`/runs/${run.retryOf}`}>repeats another run</TextLink>}
      {run.retriedBy && <TextLink href={`/runs/${run.retriedBy}`}>repeated by another run</TextLink>}
      <span>executor {run.executor}</span>
      {run.attempt > 1 && <span>attempt {run.attempt}</span>}
      {run.pinned && (
        <span>
          pinned by {run.pinned.by} <Time at={run.pinned.at} />
        </span>
      )}
      {run.startedAt ? (
        <span>
          started <Time at={run.startedAt} />, {run.finishedAt ? 'took' : 'for'}{' '}
          <Elapsed since={run.startedAt} until={run.finishedAt} />
        </span>
      ) : (
        <span>
          created <Time at={run.createdAt} />
        </span>
      )}
      {Object.entries(run.labels).map(([name, value]) => (
        <span key={name}>
          {name}={value}
        </span>
      ))}
    </p>
  );
}

function RunActions({ run }: { run: Run }) {
  const router = useRouter();
  const client = useQueryClient();
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const cancel = async (): Promise<void> => {
    client.setQueryData(
      runKey(run.id),
      await callApi(`/runs/${run.id}/cancel`, answers.run, { method: 'POST' }),
    );
  };
  const remove = async (): Promise<void> => {
    const asked = run.pinned ? '?pinned=delete' : '';
    await callApiForNothing(`/runs/${run.id}${asked}`, { method: 'DELETE' });
    router.push(run.sweep ? `/sweeps/${run.sweep}` : '/runs');
  };
  const close = (): void => setAsked(null);
  return (
    <>
      {run.status !== 'finished' && (
        <Button disabled={run.cancelRequested} onClick={() => setAsked('cancel')}>
          {run.cancelRequested ? 'Cancelling…' : 'Cancel run'}
        </Button>
      )}
      <PinButton run={run} />
      {run.sweep && (
        <Button asChild>
          <Link href={`/compare?sweep=${run.sweep}`}>
            <GitCompareArrows aria-hidden className="size-4" />
            Compare the sweep
          </Link>
        </Button>
      )}
      <Menu label="More actions" entries={moreActions(run, () => setAsked('delete'))} />
      <ConfirmDialog
        open={asked === 'cancel'}
        onOpenChange={close}
        title="Cancel this run?"
        action="Cancel the run"
        keep="Let it go on"
        onConfirm={cancel}
      >
        <p>The load is stopped. What has been measured so far is kept, and the run ends as cancelled.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={run.pinned ? 'Delete this pinned run?' : 'Delete this run?'}
        action={run.pinned ? 'Delete it although it is pinned' : 'Delete the run'}
        onConfirm={remove}
      >
        {run.pinned && (
          <p>
            {run.pinned.by} pinned it <Time at={run.pinned.at} />, so that it is kept.
          </p>
        )}
        <p>
          Its measurements, samples, log and {run.artifacts.length} artifacts are lost for good. Reports that
          show it stay as they are.
        </p>
      </ConfirmDialog>
    </>
  );
}

function moreActions(run: Run, onDelete: () => void): MenuEntry[] {
  const samplesAs = (name: string, format: string): MenuEntry => ({
    icon: Download,
    label: `Download samples as ${name}`,
    href: `/api/v1/runs/${run.id}/export?format=${format}`,
  });
  return [
    {
      icon: Copy,
      label: 'Copy the id',
      onSelect: () => void navigator.clipboard.writeText(run.id),
    },
    ...(run.samplesExpiredAt
      ? []
      : [samplesAs('CSV', 'csv'), samplesAs('OpenMetrics', 'openmetrics'), samplesAs('Parquet', 'parquet')]),
    ...(run.status === 'finished' ? [{ icon: Trash2, label: 'Delete run', onSelect: onDelete }] : []),
  ];
}
