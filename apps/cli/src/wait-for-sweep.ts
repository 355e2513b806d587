import { type Sweep, sweepSchema } from '@proofload/contracts';
import type { ApiClient } from './api-client.ts';
import type { Output } from './output.ts';
import { describeChanges, describeProgress } from './progress.ts';

export interface SweepWait {
  api: ApiClient;
  output: Output;
  sleep: (ms: number) => Promise<void>;
  /** Fires on Ctrl-C: the sweep is asked to cancel, and the wait goes on until its runs have ended. */
  cancel: AbortSignal;
}

const lookEveryMs = 1000;

/** Watches a sweep until every run has ended, telling what happens. */
export async function waitForSweep(id: string, { api, output, sleep, cancel }: SweepWait): Promise<Sweep> {
  let before: Sweep | null = null;
  let isCancelSent = false;
  for (;;) {
    if (cancel.aborted && !isCancelSent) {
      isCancelSent = true;
      output.note('Asking the sweep to cancel; press Ctrl-C again to leave it to itself');
      await api.call({
        method: 'POST',
        path: `/sweeps/${id}/cancel`,
        schema: sweepSchema,
        what: 'Cancelling the sweep',
      });
    }
    const sweep = await api.call({
      method: 'GET',
      path: `/sweeps/${id}`,
      schema: sweepSchema,
      what: 'Reading the sweep',
    });
    for (const line of describeChanges(before, sweep)) output.note(line);
    if (sweep.status === 'finished') return sweep;
    output.status(describeProgress(sweep, Date.now()));
    before = sweep;
    await sleep(lookEveryMs);
  }
}
