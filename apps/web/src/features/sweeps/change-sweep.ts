import type { ChangeSweep, Sweep, SweepList } from '@proofload/contracts';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { openSweepsKey, sweepKey } from './use-live-sweep';

/** Changes the place of a sweep in the queue; every view of it then has the new one. */
export function useChangeSweep(id: string): UseMutationResult<Sweep, Error, ChangeSweep> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeSweep) => callApi(`/sweeps/${id}`, answers.sweep, { method: 'PATCH', body }),
    onSuccess: (changed) => {
      client.setQueryData(sweepKey(id), changed);
      client.setQueryData<SweepList>(
        openSweepsKey,
        (list) => list && { ...list, items: list.items.map((one) => (one.id === id ? changed : one)) },
      );
      // The others have other places now.
      void client.invalidateQueries({ queryKey: openSweepsKey });
    },
  });
}
