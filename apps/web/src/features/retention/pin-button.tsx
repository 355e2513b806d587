'use client';

import type { Run } from '@proofload/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { runKey } from '../runs/use-live-run';

/** Keeps everything of a run, whatever the rules of the project say, or leaves it to them again. */
export function PinButton({ run }: { run: Pick<Run, 'id' | 'pinned'> }) {
  const client = useQueryClient();
  const isPinned = run.pinned !== null;
  const pin = useMutation({
    mutationFn: () => callApi(`/runs/${run.id}/pin`, answers.run, { method: isPinned ? 'DELETE' : 'PUT' }),
    onSuccess: (changed) => client.setQueryData(runKey(run.id), changed),
  });
  const Icon = isPinned ? PinOff : Pin;
  return (
    <>
      <Button
        disabled={pin.isPending}
        onClick={() => pin.mutate()}
        title={
          isPinned ? 'Leave it to the rules of the project' : 'Keep its samples, artifacts and log for ever'
        }
      >
        <Icon aria-hidden className="size-4" />
        {isPinned ? 'Unpin' : 'Pin'}
      </Button>
      {pin.isError && <ErrorNote error={pin.error} />}
    </>
  );
}
