'use client';

import { type RunLog, runLogSchema } from '@proofload/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { ScrollRegion } from '@/components/ui/scroll-region';
import { callApi } from '../api/call-api';

const pageSize = 500;
const tones: Record<RunLog['lines'][number]['level'], string> = {
  debug: 'text-muted',
  info: '',
  warn: 'text-warn',
  error: 'text-breach',
};

/** The log of a run; follows its end while the run goes on. */
export function RunLogPanel({ runId, isLive }: { runId: string; isLive: boolean }) {
  const [isFollowing, setIsFollowing] = useState(true);
  const box = useRef<HTMLElement>(null);
  const log = useInfiniteQuery({
    queryKey: ['log', runId],
    queryFn: ({ pageParam, signal }) =>
      callApi(`/runs/${runId}/log?after=${pageParam}&limit=${pageSize}`, runLogSchema, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.lines.length === pageSize ? last.lines.at(-1)?.seq : undefined),
    refetchInterval: isLive ? 2000 : false,
  });
  const lines = log.data?.pages.flatMap((page) => page.lines) ?? [];
  const newest = lines.at(-1)?.seq;
  useEffect(() => {
    if (newest !== undefined && isFollowing && isLive && box.current)
      box.current.scrollTop = box.current.scrollHeight;
  }, [newest, isFollowing, isLive]);
  return (
    <Panel
      title="Log"
      actions={
        isLive ? (
          <CheckField
            label="Follow"
            checked={isFollowing}
            onChange={(event) => setIsFollowing(event.target.checked)}
          />
        ) : null
      }
    >
      {log.isError && (
        <div className="p-4">
          <ErrorNote error={log.error} />
        </div>
      )}
      {log.data && lines.length === 0 && (
        <EmptyState title="No lines yet">
          <p>The worker and the load generator write here.</p>
        </EmptyState>
      )}
      {lines.length > 0 && (
        <ScrollRegion
          ref={box}
          label="Log lines"
          className="max-h-80 overflow-auto p-3 font-mono text-xs leading-5"
        >
          {lines.map(({ seq, at, level, message }) => (
            <p key={seq} className={`break-words whitespace-pre-wrap ${tones[level]}`}>
              <span className="mr-3 text-muted select-none">{at.slice(11, 19)}</span>
              {message}
            </p>
          ))}
        </ScrollRegion>
      )}
      {log.hasNextPage && (
        <div className="border-t border-line p-3">
          <Button size="small" disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            More lines
          </Button>
        </div>
      )}
    </Panel>
  );
}
