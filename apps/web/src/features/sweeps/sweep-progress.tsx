import type { Sweep } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import type { ReactNode } from 'react';
import { Progress } from '@/components/ui/progress';

/** How far a sweep is, and how long it still takes. */
export function SweepProgress({ sweep, title }: { sweep: Sweep; title?: ReactNode }) {
  const { total, queued, active } = sweep.counts;
  const done = total - queued - active;
  const running = sweep.runs.find(({ status }) => status !== 'queued' && status !== 'finished');
  const left =
    sweep.status === 'finished'
      ? ''
      : sweep.remainingMs === null
        ? ', time left known after the first'
        : `, about ${formatDurationMs(sweep.remainingMs)} left`;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {title}
          {running && (
            <span className="text-muted">
              {' '}
              now {running.treatment}
              {running.replicate !== null && ` #${running.replicate}`}
            </span>
          )}
        </span>
        <span className="tabular text-muted" aria-live="polite">
          {done} of {total} runs done{left}
        </span>
      </div>
      <Progress value={done} max={total} label={`${done} of ${total} runs done`} />
    </div>
  );
}
