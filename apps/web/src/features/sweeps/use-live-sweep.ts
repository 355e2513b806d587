'use client';

import type { Sweep } from '@proofload/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

export interface LiveSweep {
  sweep: Sweep;
  /** Why it cannot be read, if that is so. */
  error: Error | null;
  /** The events do not arrive at present; the browser goes on trying. */
  isCutOff: boolean;
}

/** A sweep, kept up to date by the server's events while it is not finished. */
export function useLiveSweep(initial: Sweep): LiveSweep {
  const client = useQueryClient();
  const [isCutOff, setIsCutOff] = useState(false);
  const { data: sweep, error } = useQuery({
    queryKey: sweepKey(initial.id),
    queryFn: ({ signal }) => callApi(`/sweeps/${initial.id}`, answers.sweep, { signal }),
    initialData: initial,
  });
  const isOver = sweep.status === 'finished';
  useEffect(() => {
    // A sweep that gets more runs is open again, and is followed again.
    if (isOver) return setIsCutOff(false);
    const events = new EventSource(`/api/v1/sweeps/${initial.id}/events`);
    events.addEventListener('open', () => setIsCutOff(false));
    events.addEventListener('error', () => setIsCutOff(true));
    events.addEventListener('sweep', ({ data }: MessageEvent<string>) => {
      void answers.sweep().then((schema) => {
        client.setQueryData(sweepKey(initial.id), schema.parse(JSON.parse(data)));
      });
    });
    return () => events.close();
  }, [isOver, initial.id, client]);
  return { sweep, error, isCutOff };
}

export const sweepKey = (id: string): string[] => ['sweep', id];
/** Of the list of sweeps in progress. */
export const openSweepsKey = ['sweeps', 'open'];
