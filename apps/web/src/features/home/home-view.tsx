'use client';

import {
  type ExperimentSummary,
  type ReportSummary,
  type RunSummary,
  type SweepList,
  sweepListSchema,
} from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { callApi } from '../api/call-api';
import { LaunchButton } from '../experiments/launch-button';
import { Params } from '../runs/params';
import { OutcomeBadge, VerdictBadge } from '../runs/run-badges';
import { SweepProgress } from '../sweeps/sweep-progress';

export interface HomeViewProps {
  sweeps: SweepList;
  experiments: readonly ExperimentSummary[];
  runs: readonly RunSummary[];
  reports: readonly ReportSummary[];
}

/** What is running, what came out, what can be done next. */
export function HomeView({ sweeps, experiments, runs, reports }: HomeViewProps) {
  const live = useQuery({
    queryKey: ['sweeps', 'home'],
    queryFn: ({ signal }) => callApi('/sweeps?limit=8', sweepListSchema, { signal }),
    initialData: sweeps,
    refetchInterval: 3000,
  });
  const active = live.data.items.filter(({ status }) => status !== 'finished');
  return (
    <div className="space-y-6">
      <header>
        <h1>Home</h1>
        <p className="mt-1 text-muted">What is running, what broke and what was learnt.</p>
      </header>
      {runs.length === 0 && live.data.items.length === 0 && <QuickStart experiments={experiments} />}
      {active.length > 0 && (
        <Panel title="Running now">
          <ul className="divide-y divide-line">
            {active.map((sweep) => (
              <li key={sweep.id} className="px-4 py-3">
                <SweepProgress sweep={sweep} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <div className="grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <LatestRuns runs={runs} />
        <div className="space-y-6">
          <Experiments experiments={experiments} />
          <Reports reports={reports} />
        </div>
      </div>
    </div>
  );
}

function QuickStart({ experiments }: { experiments: readonly ExperimentSummary[] }) {
  const quickStart = experiments.find(({ name }) => name === 'quick-start') ?? experiments[0];
  return (
    <Panel>
      <EmptyState
        title={quickStart ? 'Run the quick start' : 'Write the first experiment'}
        action={
          quickStart ? (
            <LaunchButton
              name={quickStart.name}
              treatments={quickStart.treatments}
              replicates={quickStart.replicates}
            />
          ) : (
            <Button variant="primary" asChild>
              <Link href="/experiments/new">New experiment</Link>
            </Button>
          )
        }
      >
        {quickStart ? (
          <p>
            {quickStart.objective} It is a sweep of {quickStart.treatments * quickStart.replicates} runs that
            load a small server on this machine with k6, so the numbers are real.
          </p>
        ) : (
          <p>
            An experiment says which factors vary, what makes the load, what is measured and which objectives
            should hold.
          </p>
        )}
      </EmptyState>
    </Panel>
  );
}

function LatestRuns({ runs }: { runs: readonly RunSummary[] }) {
  return (
    <Panel
      title="Latest results"
      actions={
        <Button size="small" asChild>
          <Link href="/runs">All runs</Link>
        </Button>
      }
    >
      {runs.length === 0 ? (
        <EmptyState title="No run has finished yet">
          <p>Finished runs appear here with their verdicts, failed ones too.</p>
        </EmptyState>
      ) : (
        <Table label="Latest results">
          <thead>
            <tr>
              <HeadCell>Run</HeadCell>
              <HeadCell>Parameters</HeadCell>
              <HeadCell>Outcome</HeadCell>
              <HeadCell>Verdict</HeadCell>
              <HeadCell numeric>Finished</HeadCell>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <Row key={run.id}>
                <Cell>
                  <Link href={`/runs/${run.id}`} className="font-medium text-accent hover:underline">
                    {run.name}
                  </Link>
                </Cell>
                <Cell>
                  <Params params={run.params} />
                </Cell>
                <Cell>
                  <OutcomeBadge outcome={run.outcome} reason={run.reason} />
                </Cell>
                <Cell>
                  <VerdictBadge verdict={run.verdict} />
                </Cell>
                <Cell numeric>{run.finishedAt && <Time at={run.finishedAt} style="short" />}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function Experiments({ experiments }: { experiments: readonly ExperimentSummary[] }) {
  return (
    <Panel
      title="Experiments"
      actions={
        <Button size="small" asChild>
          <Link href="/experiments">All</Link>
        </Button>
      }
    >
      {experiments.length === 0 ? (
        <EmptyState title="No experiments yet">
          <p>They are written as YAML, in the browser or by a pipeline.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {experiments.slice(0, 6).map((experiment) => (
            <li key={experiment.name} className="px-4 py-2.5">
              <Link
                href={`/experiments/${experiment.name}`}
                className="font-medium text-accent hover:underline"
              >
                {experiment.name}
              </Link>
              <p className="text-muted">{experiment.objective}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Reports({ reports }: { reports: readonly ReportSummary[] }) {
  return (
    <Panel title="Reports">
      {reports.length === 0 ? (
        <EmptyState title="Nothing shared yet">
          <p>“Share” on a comparison freezes it into a page with an address that stays.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {reports.slice(0, 6).map((report) => (
            <li key={report.id} className="flex items-baseline justify-between gap-3 px-4 py-2.5">
              <Link href={`/r/${report.id}`} className="text-accent hover:underline">
                {report.title}
              </Link>
              <span className="text-xs text-muted">
                <Time at={report.createdAt} style="short" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
