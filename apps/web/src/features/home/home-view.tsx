'use client';

import type {
  ExperimentSummary,
  ReportSummary,
  RunSummary,
  StudySummary,
  Sweep,
  SweepList,
} from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { useRefresh } from '../reader/use-refresh';
import { Params } from '../runs/params';
import { RunStateBadge, VerdictBadge } from '../runs/run-badges';
import { Bookshelf } from '../studies/bookshelf';
import { GoalList } from '../sweeps/goal-list';
import { SweepProgress } from '../sweeps/sweep-progress';
import { QuickStart } from './quick-start';

export interface HomeViewProps {
  sweeps: SweepList;
  experiments: readonly ExperimentSummary[];
  /** Runs that go on and belong to no sweep. */
  single: readonly RunSummary[];
  /** Runs that failed, stalled, were limited or missed an objective, the newest first. */
  broken: readonly RunSummary[];
  reports: readonly ReportSummary[];
  studies: readonly StudySummary[];
}

/** What is running, what broke, what was learnt. */
export function HomeView({ sweeps, experiments, single, broken, reports, studies }: HomeViewProps) {
  const live = useQuery({
    queryKey: ['sweeps', 'home'],
    queryFn: ({ signal }) => callApi('/sweeps?limit=8', answers.sweepList, { signal }),
    initialData: sweeps,
    refetchInterval: 3000,
  });
  const active = live.data.items.filter(({ status }) => status !== 'finished');
  const finished = live.data.items.filter(({ status }) => status === 'finished');
  useRefresh(active.length > 0 || single.length > 0, 8000);
  const shipped = new Set(studies.flatMap((study) => study.experiments.map(({ name }) => name)));
  const own = experiments.filter(({ name }) => !shipped.has(name));
  const isEmpty = live.data.items.length === 0 && own.every(({ runs }) => runs.total === 0);
  return (
    <div className="space-y-5">
      <PageHeader title="Home">
        <p className="text-muted">What is running, what broke and what was learnt.</p>
      </PageHeader>
      {isEmpty && single.length === 0 && <QuickStart experiments={own} />}
      {active.length + single.length > 0 && <Running sweeps={active} runs={single} />}
      {isEmpty && <Bookshelf studies={studies} />}
      <div className="grid gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="space-y-5">
          <Learnt sweeps={finished} />
          <Broken runs={broken} />
        </div>
        <div className="space-y-5">
          <Experiments experiments={own} />
          <Reports reports={reports} />
        </div>
      </div>
      {!isEmpty && <Bookshelf studies={studies} />}
    </div>
  );
}

function Running({ sweeps, runs }: { sweeps: readonly Sweep[]; runs: readonly RunSummary[] }) {
  return (
    <Panel title="Running now" actions={<PanelLink href="/sweeps">All sweeps in progress</PanelLink>}>
      <ul className="divide-y divide-line">
        {sweeps.map((sweep) => (
          <li key={sweep.id} className="px-4 py-3">
            <SweepProgress
              sweep={sweep}
              title={<StrongLink href={`/sweeps/${sweep.id}`}>{sweep.experiment}</StrongLink>}
            />
          </li>
        ))}
        {runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5">
            <StrongLink href={`/runs/${run.id}`}>{run.name}</StrongLink>
            <RunStateBadge status={run.status} outcome={run.outcome} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Learnt({ sweeps }: { sweeps: readonly Sweep[] }) {
  return (
    <Panel title="Latest verdicts">
      {sweeps.length === 0 ? (
        <EmptyState title="No sweep has finished yet">
          <p>Finished sweeps appear here with their verdict and how far they came towards their goals.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {sweeps.map((sweep) => (
            <li key={sweep.id} className="space-y-1.5 px-4 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <StrongLink href={`/sweeps/${sweep.id}`}>{sweep.experiment}</StrongLink>
                  <VerdictBadge verdict={sweep.verdict} />
                </span>
                <span className="text-xs text-muted">
                  <RunCounts sweep={sweep} />,{' '}
                  <Time at={sweep.finishedAt ?? sweep.createdAt} style="relative" />
                </span>
              </div>
              <GoalList goals={sweep.goals} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RunCounts({ sweep: { counts } }: { sweep: Sweep }) {
  const others = [
    counts.failed > 0 ? `${counts.failed} failed` : null,
    counts.cancelled > 0 ? `${counts.cancelled} cancelled` : null,
  ].filter((text) => text !== null);
  return (
    <span className="tabular">
      {counts.completed} of {counts.total} runs completed
      {others.length > 0 && `, ${others.join(', ')}`}
    </span>
  );
}

function Broken({ runs }: { runs: readonly RunSummary[] }) {
  return (
    <Panel title="What broke" actions={<PanelLink href="/runs">All runs</PanelLink>}>
      {runs.length === 0 ? (
        <EmptyState title="Nothing broke">
          <p>Runs that failed, stalled, were limited or missed an objective appear here.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {runs.map((run) => (
            <li key={run.id} className="px-4 py-2.5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                  <StrongLink href={`/runs/${run.id}`}>{run.name}</StrongLink>
                  <RunStateBadge status={run.status} outcome={run.outcome} />
                  <VerdictBadge verdict={run.verdict} />
                </span>
                <span className="text-xs text-muted">
                  <Time at={run.finishedAt ?? run.createdAt} style="relative" />
                </span>
              </div>
              {run.reason ? (
                <p className="text-muted">{run.reason}</p>
              ) : (
                <p className="text-muted">
                  Missed{' '}
                  {run.slos
                    .filter(({ met }) => met === false)
                    .map(({ name, objective }) => `${name} (${objective})`)
                    .join(', ')}{' '}
                  <Params params={run.params} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Experiments({ experiments }: { experiments: readonly ExperimentSummary[] }) {
  return (
    <Panel title="Experiments" actions={<PanelLink href="/experiments">All experiments</PanelLink>}>
      {experiments.length === 0 ? (
        <EmptyState title="No experiments yet">
          <p>They are written as YAML, in the browser or by a pipeline.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {experiments.slice(0, 6).map(({ name, objective }) => (
            <li key={name} className="px-4 py-2.5">
              <StrongLink href={`/experiments/${name}`}>{name}</StrongLink>
              <p className="text-muted">{objective}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Reports({ reports }: { reports: readonly ReportSummary[] }) {
  return (
    <Panel title="Reports" actions={<PanelLink href="/reports">All reports</PanelLink>}>
      {reports.length === 0 ? (
        <EmptyState title="Nothing shared yet">
          <p>“Share” on a comparison freezes it into a page with an address that stays.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {reports.slice(0, 6).map((report) => (
            <li key={report.id} className="flex items-baseline justify-between gap-3 px-4 py-2.5">
              <StrongLink href={`/r/${report.id}`}>{report.title}</StrongLink>
              <span className="text-xs text-muted">
                <Time at={report.createdAt} style="relative" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function StrongLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-medium text-accent hover:underline">
      {children}
    </Link>
  );
}

function PanelLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button size="small" variant="quiet" asChild>
      <Link href={href}>{children}</Link>
    </Button>
  );
}
