'use client';

import { buildCapacityCurve } from '@proofload/charts';
import type { Run, RunSteps } from '@proofload/contracts';
import { formatDurationMs, formatNumber } from '@proofload/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Quantity } from '@/components/ui/quantity';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { useNow } from '../reader/use-now';

type Step = RunSteps['steps'][number];
type Resource = RunSteps['resources'][number];

const pollMs = 2_000;

/** The answer of a capacity search, its steps, and what they took and used over the units. */
export function RunCapacityPanel({ run }: { run: Run }) {
  const isLive = run.status !== 'finished';
  const read = useQuery({
    // The last step ends with the run, so its end reads once more.
    queryKey: ['run-steps', run.id, { isLive }],
    queryFn: ({ signal }) => callApi(`/runs/${run.id}/steps`, answers.runSteps, { signal }),
    refetchInterval: isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="Capacity" description="How much held, and the first that did not.">
      {read.isError && (
        <PanelBody>
          <ErrorNote error={read.error} />
        </PanelBody>
      )}
      {read.isPending && <Skeleton className="m-4 h-24" />}
      {read.data?.steps.length === 0 && (
        <EmptyState title={isLive ? 'No step yet' : 'No step was tried'}>
          <p>{isLive ? 'The first step appears here when it begins.' : 'The log of the run says why.'}</p>
        </EmptyState>
      )}
      {read.data && read.data.steps.length > 0 && <Found found={read.data} isLive={isLive} />}
    </Panel>
  );
}

function Found({ found, isLive }: { found: RunSteps; isLive: boolean }) {
  return (
    <>
      <PanelBody>
        <p role="status" className="text-lg font-semibold text-balance">
          {found.answer}
          {isLive && <span className="font-normal text-muted"> (so far)</span>}
        </p>
        {found.reason !== null && <p className="mt-1 max-w-prose break-words text-muted">{found.reason}</p>}
      </PanelBody>
      <div className="grid border-t border-line xl:grid-cols-2">
        <div className="min-w-0 max-xl:border-b max-xl:border-line xl:border-r xl:border-line">
          <StepTable found={found} />
        </div>
        <PanelBody className="min-w-0">
          <Curve found={found} resource={null} />
        </PanelBody>
      </div>
      {found.resources.length > 0 && (
        <PanelBody className="grid gap-x-6 gap-y-8 border-t border-line lg:grid-cols-2">
          {found.resources.map((resource) => (
            <Curve key={resource.name} found={found} resource={resource} />
          ))}
        </PanelBody>
      )}
    </>
  );
}

function Curve({ found, resource }: { found: RunSteps; resource: Resource | null }) {
  const model = useMemo(() => buildCapacityCurve({ found, resource }), [found, resource]);
  return <Chart id={`capacity-${resource?.name ?? 'duration'}`} model={model} empty="No step has held yet" />;
}

function StepTable({ found: { steps, resources, withinMs } }: { found: RunSteps }) {
  return (
    <Table label="Steps of the search" isTall>
      <thead>
        <tr>
          <HeadCell numeric>Step</HeadCell>
          <HeadCell numeric>Units</HeadCell>
          <HeadCell>Result</HeadCell>
          <HeadCell>Began</HeadCell>
          <HeadCell numeric>Converged after</HeadCell>
          {resources.map(({ name }) => (
            <HeadCell key={name} numeric>
              {name}
            </HeadCell>
          ))}
          <HeadCell>Reason</HeadCell>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <Row key={step.step}>
            <Cell numeric className="text-muted">
              {step.step}
            </Cell>
            <Cell numeric className="font-medium">
              {formatNumber(step.units, 12)}
            </Cell>
            <Cell className="whitespace-nowrap">
              <Result step={step} withinMs={withinMs} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">
              <Time at={step.startedAt} style="clock" />
            </Cell>
            <Cell numeric>
              {step.durationMs === null ? (
                <span className="text-muted">{step.state === 'running' ? 'not yet' : 'not'}</span>
              ) : (
                <Quantity value={step.durationMs} unit="ms" />
              )}
            </Cell>
            {resources.map(({ name, unit }) => (
              <Cell key={name} numeric>
                {step.values[name] === undefined ? (
                  <span className="text-muted">not read</span>
                ) : (
                  <Quantity value={step.values[name]} unit={unit} />
                )}
              </Cell>
            ))}
            <Cell className="min-w-64 break-words">{step.reason}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** What the failures are called; the server's line says them in the same words. */
const failures: Readonly<Record<NonNullable<Step['failure']>, string>> = {
  timeout: 'Timeout',
  'oom-killed': 'Out of memory',
  correctness: 'Not correct',
  slo: 'Objective missed',
  rejected: 'Refused by the cluster',
  'generator-limited': 'Generator at its limit',
  stalled: 'Stalled',
  aborted: 'Not told',
};

function Result({ step: { state, failure, startedAt }, withinMs }: { step: Step; withinMs: number | null }) {
  const icon = 'mr-1 inline size-3.5 -translate-y-px';
  if (state === 'running') {
    return (
      <span className="text-muted">
        <LoaderCircle aria-hidden className={`${icon} motion-safe:animate-spin`} />
        Under way
        {withinMs !== null && <TimeLeft startedAt={startedAt} withinMs={withinMs} />}
      </span>
    );
  }
  if (failure === null) {
    return (
      <span className="text-pass">
        <CircleCheck aria-hidden className={icon} />
        Held
      </span>
    );
  }
  return (
    <span className="text-breach">
      <CircleX aria-hidden className={icon} />
      {failures[failure]}
    </span>
  );
}

/** Until when a step must have held, and how much of that is gone. */
function TimeLeft({ startedAt, withinMs }: { startedAt: string; withinMs: number }) {
  const nowMs = useNow(true);
  const goneMs = Math.min(withinMs, Math.max(0, nowMs - Date.parse(startedAt)));
  const leftMs = Math.ceil((withinMs - goneMs) / 1000) * 1000;
  const within = formatDurationMs(withinMs);
  return (
    <span className="block">
      <span className="tabular text-xs">
        {leftMs > 0 ? `${formatDurationMs(leftMs)} left of ${within}` : `its ${within} are over`}
      </span>
      <span aria-hidden className="mt-0.5 block h-1 w-28 overflow-hidden rounded-full bg-raised">
        <span className="block h-full bg-accent" style={{ width: `${(goneMs / withinMs) * 100}%` }} />
      </span>
    </span>
  );
}
