import type { ExpressionRun } from '@proofload/analysis';
import type { RunRecord } from '@proofload/db';
import { toRunSummary } from '../runs/run-view.ts';

/** A run as expressions see it: with its environment, without its samples. */
export const toExpressionRun = (record: RunRecord, baseUrl: string): ExpressionRun => ({
  ...toRunSummary(record, baseUrl),
  environment: { ...record.environment },
});
