'use client';

import type { Comparison, Run } from '@proofload/contracts';
import { useState } from 'react';
import { RunEvaluations } from '../evaluations/run-evaluations';
import { ExpiredSamples } from '../retention/expired-samples';
import { RunClusterPanel } from '../run-cluster/run-cluster-panel';
import { RunCharts } from '../series/run-charts';
import { MetricTotals } from './metric-totals';
import { RunCapacityPanel } from './run-capacity-panel';
import { Artifacts, Environment, Objectives, Warnings } from './run-facts';
import { RunHeader } from './run-header';
import { RunLogPanel } from './run-log-panel';
import { RunMeasurements } from './run-measurements';
import { RunSiblings } from './run-siblings';
import { RunTimeline } from './run-timeline';
import { useLiveRun } from './use-live-run';
import { useSiblings } from './use-siblings';
import { ValidityNote } from './validity-badge';

/** One run: what it was, how it ended, whether its objectives held, and everything that was seen of it. */
export function RunView({ run: initial, comparison }: { run: Run; comparison: Comparison | null }) {
  const { run, isCutOff } = useLiveRun(initial);
  const siblings = useSiblings(run, comparison);
  const isLive = run.status !== 'finished';
  // Who opens a run that goes on or has failed asks why; nothing jumps when it ends meanwhile.
  const [asksWhy] = useState(isLive || run.outcome === 'failed' || run.outcome === 'stalled');
  const cluster = run.cluster && <RunClusterPanel run={{ ...run, cluster: run.cluster }} />;
  return (
    <div className="space-y-5">
      <RunHeader run={run} />
      {isCutOff && isLive && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          Live updates are cut off. The run goes on; this page catches up by itself.
        </p>
      )}
      <ValidityNote run={run} />
      <Warnings run={run} />
      <RunTimeline run={run} />
      {run.executor === 'capacity' && <RunCapacityPanel run={run} />}
      {asksWhy && cluster}
      <Objectives run={run} />
      <RunMeasurements run={run} siblings={siblings} />
      {!isLive && run.verdict !== null && <RunEvaluations run={run} />}
      {siblings && siblings.runs.length > 1 && <RunSiblings run={run} siblings={siblings} />}
      {run.samplesExpiredAt ? (
        <ExpiredSamples at={run.samplesExpiredAt} />
      ) : (
        <>
          <RunCharts run={run} />
          <MetricTotals runId={run.id} isLive={isLive} />
        </>
      )}
      {!asksWhy && cluster}
      <RunLogPanel runId={run.id} isLive={isLive} expiredAt={run.logsExpiredAt} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Artifacts run={run} />
        <Environment run={run} />
      </div>
    </div>
  );
}
