import type { Handlers } from '@proofload/queue';
import { handleEvaluateRuns } from './evaluate-runs.ts';
import { handleExecuteRun } from './execute-run.ts';
import { handleFinishRun } from './finish-run.ts';
import type { HandlerContext } from './handler-context.ts';
import { handleReconcile } from './reconcile.ts';

/** A handler for every job that there is. */
export const createHandlers = (context: HandlerContext): Handlers => ({
  'execute-run': (data) => handleExecuteRun(context, data),
  'finish-run': (data) => handleFinishRun(context, data),
  'evaluate-runs': (data) => handleEvaluateRuns(context, data),
  reconcile: () => handleReconcile(context),
});
