import { reconcileRuns } from '@proofload/services';
import type { HandlerContext } from './handler-context.ts';

/** Looks for runs that nobody attends to, before the next round does. */
export const handleReconcile = ({ container }: HandlerContext): Promise<void> =>
  reconcileRuns(container.hasty);
