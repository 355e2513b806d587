'use client';

import type { RunLog } from '@proofload/contracts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { useRunLog } from './use-run-log';

type Level = RunLog['lines'][number]['level'];

const tones: Record<Level, string> = {
  debug: 'text-muted',
  info: '',
  warn: 'text-warn',
  error: 'text-breach',
};

/** The log of a run; follows its end while the run goes on. */
export function RunLogPanel({
  runId,
  isLive,
  expiredAt,
}: {
  runId: string;
  isLive: boolean;
  expiredAt: string | null;
}) {
  const [isFollowing, setIsFollowing] = useState(true);
  const box = useRef<HTMLElement>(null);
  const { lines, isPending, error, hasMore, readMore } = useRunLog(runId, isLive);
  const newest = lines.at(-1)?.seq;
  useEffect(() => {
    if (newest !== undefined && isFollowing && isLive && box.current)
      box.current.scrollTop = box.current.scrollHeight;
  }, [newest, isFollowing, isLive]);
  return (
    <Panel
      title="Log"
      actions={
        isLive && (
          <CheckField
            label="Follow"
            checked={isFollowing}
            onChange={(event) => setIsFollowing(event.target.checked)}
          />
        )
      }
    >
      {isPending && <Skeleton className="m-4 h-40" />}
      {error && (
        <div className="p-4">
          <ErrorNote error={error} />
        </div>
      )}
      {!isPending && !error && lines.length === 0 && (
        <EmptyState title={expiredAt ? 'The log has expired' : 'No lines yet'}>
          {expiredAt ? (
            <p>
              It expired on <Time at={expiredAt} /> by the project’s rule.
            </p>
          ) : (
            <p>The worker and the load generator write here.</p>
          )}
        </EmptyState>
      )}
      {expiredAt && lines.length > 0 && (
        <p className="px-4 pt-2 text-muted">
          Earlier lines expired on <Time at={expiredAt} /> by the project’s rule.
        </p>
      )}
      {lines.length > 0 && (
        <section
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Log lines"
          className="max-h-96 overflow-auto px-4 py-2 font-mono text-xs leading-5"
        >
          {lines.map(({ seq, at, level, message }) => (
            <p key={seq} className={classNames('flex gap-3', tones[level])}>
              <span className="shrink-0 text-muted select-none">
                <Time at={at} style="clock" />
              </span>
              <span className="min-w-0 break-words whitespace-pre-wrap">
                <LevelMark level={level} />
                {message}
              </span>
            </p>
          ))}
        </section>
      )}
      {hasMore && (
        <div className="border-t border-line p-3">
          <Button size="small" onClick={readMore}>
            More lines
          </Button>
        </div>
      )}
    </Panel>
  );
}

function LevelMark({ level }: { level: Level }) {
  if (level !== 'warn' && level !== 'error') return null;
  const Icon = level === 'error' ? CircleAlert : TriangleAlert;
  return <Icon role="img" aria-label={level} className="mr-1 inline size-3.5 -translate-y-px" />;
}
