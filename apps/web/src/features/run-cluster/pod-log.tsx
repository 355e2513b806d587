'use client';

import type { RunPod } from '@proofload/contracts';
import { Download, RefreshCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, SelectField } from '@/components/ui/field';
import { ScrollRegion } from '@/components/ui/scroll-region';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ClusterRun } from './cluster-facts';
import { usePodLog } from './run-cluster-queries';

/** The end of the log of a pod: live from its cluster while the run goes on, or what was kept of it. */
export function PodLog({ run, pod, onClose }: { run: ClusterRun; pod: RunPod; onClose(): void }) {
  const [container, setContainer] = useState(() => firstToRead(pod));
  const [isPrevious, setIsPrevious] = useState(false);
  const isLive = run.status !== 'finished';
  const isGrowing = isLive && pod.endedAt === null && pod.deletedAt === null && !isPrevious;
  const read = usePodLog(run.id, isGrowing, { pod: pod.name, container, previous: isPrevious });
  const shown = read.data;
  const artifact = run.artifacts.find(({ name }) => name === shown?.artifact);
  const place = useRef<HTMLElement>(null);
  const name = pod.name;
  useEffect(() => {
    if (name) place.current?.focus();
  }, [name]);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={`Log of ${pod.name}`}
      className="border-t border-line px-4 py-3 -outline-offset-2"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 break-all">Log of {pod.name}</h3>
        <div className="flex flex-wrap items-center gap-2">
          {artifact && !artifact.expiredAt && (
            <Button size="small" asChild>
              <a href={artifact.url} download>
                <Download aria-hidden className="size-4" />
                Download
              </a>
            </Button>
          )}
          {shown?.source === 'cluster' && (
            <Button size="small" onClick={() => saveText(`${pod.name}-${container}.txt`, shown.text)}>
              <Download aria-hidden className="size-4" />
              Save what is shown
            </Button>
          )}
          {!isGrowing && (
            <Button size="small" disabled={read.isFetching} onClick={() => void read.refetch()}>
              <RefreshCw aria-hidden className="size-4" />
              Read again
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onClose}>
            <X aria-hidden className="size-4" />
            Close the log
          </Button>
        </div>
      </div>
      {(pod.containers.length > 1 || pod.restarts > 0) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1">
          {pod.containers.length > 1 && (
            <div className="w-56">
              <SelectField
                label="Container"
                value={container}
                onChange={(event) => setContainer(event.target.value)}
              >
                {pod.containers.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </SelectField>
            </div>
          )}
          {pod.restarts > 0 && (
            <CheckField
              label="Before its last restart"
              checked={isPrevious}
              onChange={(event) => setIsPrevious(event.target.checked)}
            />
          )}
        </div>
      )}
      {read.isError && (
        <div className="mt-2">
          <ErrorNote error={read.error} />
        </div>
      )}
      {read.isPending && <Skeleton className="mt-2 h-40" />}
      {shown && (
        <>
          <p className="mt-1 text-xs text-muted">
            {shown.source === 'cluster' ? 'Read from the cluster at ' : 'Kept when the run ended; read at '}
            <Time at={shown.readAt} style="clock" />
            {isGrowing && ', and again every 3 s'}
            {!shown.isWhole && '. Only the end is shown'}
          </p>
          <LogText text={shown.text} isGrowing={isGrowing} />
        </>
      )}
    </section>
  );
}

/** The container that ended badly, or else the last, as those that prepare come first. */
function firstToRead(pod: RunPod): string | undefined {
  return pod.ends.find(({ exitCode }) => exitCode !== 0)?.container ?? pod.containers.at(-1);
}

function LogText({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const end = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const region = end.current?.parentElement;
    if (region && text !== '') region.scrollTop = region.scrollHeight;
  }, [text]);
  if (text === '')
    return (
      <p className="mt-2 text-muted italic">
        {isGrowing ? 'It has not written anything yet' : 'It wrote nothing'}
      </p>
    );
  return (
    <ScrollRegion
      label="Lines of the log"
      className="mt-2 max-h-96 overflow-auto rounded-md border border-line bg-page p-3"
    >
      <pre ref={end} className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">
        {text}
      </pre>
    </ScrollRegion>
  );
}

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
