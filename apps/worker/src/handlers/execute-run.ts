import type { JobData } from '@proofload/contracts';
import { executeRun } from '@proofload/services';
import type { HandlerContext } from './handler-context.ts';

/** Executes the run whose turn it is: the one that the hint names, or another. */
export const handleExecuteRun = (
  { container, stopping }: HandlerContext,
  data: JobData<'execute-run'>,
): Promise<void> => executeRun(container.patient, { runId: data.runId, signal: stopping });
