'use client';

import type { Run } from '@proofload/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

export interface LiveRun {
  run: Run;
  /** The events do not arrive at present; the browser goes on trying. */
  isCutOff: boolean;
}

/** A run, kept up to date by the server's events until it is finished. */
export function useLiveRun(initial: Run): LiveRun {
  const client = useQueryClient();
  const [isCutOff, setIsCutOff] = useState(false);
  const { data: run } = useQuery({
    queryKey: runKey(initial.id),
    queryFn: ({ signal }) => callApi(`/runs/${initial.id}`, answers.run, { signal }),
    initialData: initial,
  });
  const isOver = run.status === 'finished';
  useEffect(() => {
    if (isOver) return setIsCutOff(false);
    const events = new EventSource(`/api/v1/runs/${initial.id}/events`);
    events.addEventListener('open', () => setIsCutOff(false));
    events.addEventListener('error', () => setIsCutOff(true));
    events.addEventListener('run', ({ data }: MessageEvent<string>) => {
      void answers.run().then((schema) => {
        client.setQueryData(runKey(initial.id), schema.parse(JSON.parse(data)));
      });
    });
    return () => events.close();
  }, [isOver, initial.id, client]);
  return { run, isCutOff };
}

export const runKey = (id: string): string[] => ['run', id];
