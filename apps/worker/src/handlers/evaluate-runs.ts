import type { JobData } from '@proofload/contracts';
import { evaluateRuns } from '@proofload/services';
import type { HandlerContext } from './handler-context.ts';

/** Looks at stored runs that wait to be evaluated by another version of their experiment. */
export const handleEvaluateRuns = (
  { container, stopping }: HandlerContext,
  data: JobData<'evaluate-runs'>,
): Promise<void> => evaluateRuns(container.hasty, { jobId: data.jobId, signal: stopping });
