import type { Sweep } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import Link from 'next/link';
import { Progress } from '@/components/ui/progress';

/** How far a sweep is, and how long it still takes. */
export function SweepProgress({ sweep }: { sweep: Sweep }) {
  const { total, queued, active } = sweep.counts;
  const done = total - queued - active;
  const left =
    sweep.status === 'finished' || sweep.remainingMs === null
      ? ''
      : `, about ${formatDurationMs(sweep.remainingMs)} left`;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link href={`/sweeps/${sweep.id}`} className="font-medium text-accent hover:underline">
          {sweep.experiment}
        </Link>
        <span className="tabular text-muted" aria-live="polite">
          {done} of {total} runs done{left}
        </span>
      </div>
      <Progress value={done} max={total} label={`${done} of ${total} runs done`} />
    </div>
  );
}
