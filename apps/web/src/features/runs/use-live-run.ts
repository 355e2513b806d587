'use client';

import { type Run, runSchema } from '@proofload/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../api/call-api';

/** A run, kept up to date by the server's events until it is finished. */
export function useLiveRun(initial: Run): { run: Run; refresh(): Promise<void> } {
  const client = useQueryClient();
  const key = ['run', initial.id];
  const { data: run, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(`/runs/${initial.id}`, runSchema, { signal }),
    initialData: initial,
  });
  const isOver = run.status === 'finished';
  useEffect(() => {
    if (isOver) return;
    const events = new EventSource(`/api/v1/runs/${initial.id}/events`);
    const onRun = (): void => void client.invalidateQueries({ queryKey: ['run', initial.id] });
    events.addEventListener('run', onRun);
    events.addEventListener('message', onRun);
    return () => events.close();
  }, [isOver, initial.id, client]);
  return { run, refresh: async () => void (await refetch()) };
}
