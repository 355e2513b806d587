import type { JobData } from '@proofload/contracts';
import { executeRun } from '@proofload/services';
import type { HandlerContext } from './handler-context.ts';

/** Looks at a run that may wait for execution. */
export const handleExecuteRun = (
  { container, stopping }: HandlerContext,
  data: JobData<'execute-run'>,
): Promise<void> => executeRun(container.patient, { runId: data.runId, signal: stopping });
