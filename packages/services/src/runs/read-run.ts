import type { Run } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from './find-run.ts';
import { viewRun } from './run-view.ts';

/** One run of the project. */
export async function readRun(ctx: ServiceContext, input: { id: string }): Promise<Run> {
  requireScope(ctx, 'read');
  return viewRun(ctx, await findRun(ctx, input.id));
}
