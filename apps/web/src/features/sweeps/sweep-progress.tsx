import type { Sweep } from '@proofload/contracts';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Progress } from '@/components/ui/progress';
import { SweepOutlook } from './sweep-outlook';

/** How far a sweep is, what it waits for, and how long it still takes. */
export function SweepProgress({ sweep, title }: { sweep: Sweep; title?: ReactNode }) {
  const { total, queued, active } = sweep.counts;
  const done = total - queued - active;
  const running = sweep.runs.find(({ status }) => status !== 'queued' && status !== 'finished');
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
          {sweep.paused && (
            <>
              {' '}
              <Badge tone="warn">paused</Badge>
            </>
          )}
        </span>
        <span className="tabular text-muted" aria-live="polite">
          {done} of {total} runs done
        </span>
      </div>
      <Progress value={done} max={total} label={`${done} of ${total} runs done`} />
      <p className="min-h-5">
        <SweepOutlook sweep={sweep} />
      </p>
    </div>
  );
}
