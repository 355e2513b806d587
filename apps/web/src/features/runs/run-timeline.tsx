import type { Run } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { Panel } from '@/components/ui/panel';

/** Phases, breaches and annotations of a run on one strip of time, with the same in words for screen readers. */
export function RunTimeline({ run }: { run: Run }) {
  const starts = run.phases.map(({ from }) => Date.parse(from));
  const startMs = Math.min(...starts, run.startedAt ? Date.parse(run.startedAt) : Number.POSITIVE_INFINITY);
  const ends = run.phases.flatMap(({ to }) => (to ? [Date.parse(to)] : []));
  const endMs = Math.max(
    ...ends,
    ...run.slos.flatMap(({ breaches }) => breaches.map(({ to }) => Date.parse(to))),
  );
  if (!Number.isFinite(startMs) || !Number.isFinite(endMs) || endMs <= startMs) return null;
  const place = (at: string): number =>
    Math.min(100, Math.max(0, ((Date.parse(at) - startMs) / (endMs - startMs)) * 100));
  const offset = (at: string): string => formatDurationMs(Math.max(0, Date.parse(at) - startMs));
  const breaches = run.slos.flatMap(({ name, breaches: intervals }) =>
    intervals.map((interval) => ({ name, ...interval })),
  );
  return (
    <Panel title="Timeline">
      <div className="space-y-1.5 px-4 py-3">
        <ul className="relative h-7" aria-label="Phases">
          {run.phases.map(({ name, from, to }) => {
            const end = to ?? new Date(endMs).toISOString();
            return (
              <li
                key={name}
                className="absolute inset-y-0 overflow-hidden rounded border border-accent/50 bg-accent-soft px-1.5 text-xs leading-6 whitespace-nowrap text-accent"
                style={{ left: `${place(from)}%`, width: `${Math.max(0.5, place(end) - place(from))}%` }}
                title={`${name}: ${offset(from)} to ${offset(end)}`}
              >
                {name}{' '}
                <span className="sr-only">
                  from {offset(from)} to {offset(end)}
                </span>
              </li>
            );
          })}
        </ul>
        <ul className="relative h-3 rounded bg-raised" aria-label="Breaches of objectives">
          {breaches.map(({ name, from, to }) => (
            <li
              key={`${name}${from}`}
              className="absolute inset-y-0 rounded-sm bg-breach"
              style={{ left: `${place(from)}%`, width: `${Math.max(0.4, place(to) - place(from))}%` }}
              title={`${name} in breach: ${offset(from)} to ${offset(to)}`}
            >
              <span className="sr-only">
                {name} from {offset(from)} to {offset(to)}
              </span>
            </li>
          ))}
          {run.annotations.map(({ id, at, text }) => (
            <li
              key={id}
              className="absolute inset-y-0 w-0.5 bg-ink"
              style={{ left: `${place(at)}%` }}
              title={`${offset(at)}: ${text}`}
            >
              <span className="sr-only">
                {text} at {offset(at)}
              </span>
            </li>
          ))}
        </ul>
        <p className="tabular flex justify-between text-xs text-muted">
          <span>0 s</span>
          <span>{breaches.length === 0 ? 'no breach' : `${breaches.length} intervals of breach (red)`}</span>
          <span>{formatDurationMs(endMs - startMs)}</span>
        </p>
      </div>
    </Panel>
  );
}
