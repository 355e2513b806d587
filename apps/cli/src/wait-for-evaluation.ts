import { type EvaluationJob, evaluationJobSchema } from '@proofload/contracts';
import type { ApiClient } from './api-client.ts';
import type { Output } from './output.ts';

export interface EvaluationWait {
  api: ApiClient;
  output: Output;
  sleep: (ms: number) => Promise<void>;
  /** Fires on Ctrl-C: runs that are not done yet are left as they are. */
  cancel: AbortSignal;
}

const lookEveryMs = 1000;

/** Watches the evaluation of stored runs until it is over, telling how far it is. */
export async function waitForEvaluation(
  asked: EvaluationJob,
  { api, output, sleep, cancel }: EvaluationWait,
): Promise<EvaluationJob> {
  let job = asked;
  while (job.status === 'running') {
    const { total, pending } = job.counts;
    output.status(`${total - pending} of ${total} runs done`);
    await sleep(lookEveryMs);
    job = await api.call(
      cancel.aborted
        ? {
            method: 'POST',
            path: `/evaluations/${asked.id}/cancel`,
            schema: evaluationJobSchema,
            what: 'Stopping the evaluation',
          }
        : {
            method: 'GET',
            path: `/evaluations/${asked.id}`,
            schema: evaluationJobSchema,
            what: 'Reading the evaluation',
          },
    );
  }
  output.clearStatus();
  return job;
}
