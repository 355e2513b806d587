'use client';

import type { ExperimentSummary } from '@proofload/contracts';
import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

const quickStartName = 'quick-start';

/** The first step on an instance where nothing was run yet. */
export function QuickStart({ experiments }: { experiments: readonly ExperimentSummary[] }) {
  const quickStart = experiments.find(({ name }) => name === quickStartName);
  return (
    <Panel>
      {quickStart ? (
        <EmptyState
          title="Run the quick start"
          action={<LaunchNow name={quickStart.name} runs={quickStart.treatments * quickStart.replicates} />}
        >
          <p>
            {quickStart.objective} Its {quickStart.treatments * quickStart.replicates} runs load a small
            server on this machine with k6, one after another, so the numbers are real.
          </p>
        </EmptyState>
      ) : (
        <EmptyState
          title="Write the first experiment"
          action={
            <Button variant="primary" asChild>
              <Link href="/experiments/new">New experiment</Link>
            </Button>
          }
        >
          <p>
            An experiment says which factors vary, what makes the load, what is measured and which objectives
            should hold.
          </p>
        </EmptyState>
      )}
    </Panel>
  );
}

function LaunchNow({ name, runs }: { name: string; runs: number }) {
  const router = useRouter();
  const launch = useMutation({
    mutationFn: () => callApi(`/experiments/${name}/sweeps`, answers.sweepRef, { method: 'POST', body: {} }),
    onSuccess: ({ id }) => router.push(`/sweeps/${id}`),
  });
  const isGone = launch.isPending || launch.isSuccess;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isGone} onClick={() => launch.mutate()}>
          <Play aria-hidden className="size-4" />
          {isGone ? 'Launching…' : `Launch ${runs} runs`}
        </Button>
        <Button asChild>
          <Link href={`/experiments/${name}`}>Look at it first</Link>
        </Button>
      </div>
      {launch.isError && <ErrorNote error={launch.error} />}
    </div>
  );
}
