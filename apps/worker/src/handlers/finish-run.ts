import type { JobData } from '@proofload/contracts';
import { cleanUpRun, closeRun } from '@proofload/services';
import type { HandlerContext } from './handler-context.ts';

/** Looks at a run whose load has ended and whose results may be missing. */
export const handleFinishRun = (
  { container, stopping }: HandlerContext,
  data: JobData<'finish-run'>,
): Promise<void> =>
  closeRun(container.patient, {
    runId: data.runId,
    owner: container.patient.newId(),
    prepare: async (_, run) => {
      await cleanUpRun(container.patient, run, stopping);
    },
  });
