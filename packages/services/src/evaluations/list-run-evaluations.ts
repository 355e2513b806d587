import type { ListRunEvaluationsQuery, RunEvaluation, RunEvaluationList } from '@proofload/contracts';
import type { EvaluationRecord, RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';
import { findRun } from '../runs/find-run.ts';
import { toStretches } from '../runs/run-view.ts';

/** The evaluations of a run, newest first: the present one and those that it replaced. */
export async function listRunEvaluations(
  ctx: ServiceContext,
  input: { id: string } & ListRunEvaluationsQuery,
): Promise<RunEvaluationList> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, input.id);
  const before = input.cursor === undefined ? null : parseCursor(input.cursor);
  const present = before === null ? presentOf(run) : null;
  const wanted = input.limit + 1 - (present === null ? 0 : 1);
  const earlier = await ctx.repos.evaluations.list(run.id, before, wanted);
  const items = [...(present ? [present] : []), ...earlier].slice(0, input.limit);
  const hasMore = earlier.length === wanted;
  return {
    items: items.map((each) => toView(each, each.number === run.evaluation)),
    nextCursor: hasMore ? String(items.at(-1)?.number) : null,
  };
}

/** Null for a run that has no results yet. */
function presentOf(run: RunRecord): EvaluationRecord | null {
  if (run.verdict === null) return null;
  return {
    number: run.evaluation,
    version: run.evaluatedVersion,
    digest: run.evaluatedDigest,
    reason: run.evaluatedReason ?? 'finished',
    createdAtMs: run.evaluatedAtMs ?? run.finishedAtMs ?? run.createdAtMs,
    createdBy: run.evaluatedBy ?? 'Proofload',
    windows: run.windows,
    measurements: run.measurements,
    slos: run.slos,
    verdict: run.verdict,
  };
}

function toView({ createdAtMs, ...record }: EvaluationRecord, current: boolean): RunEvaluation {
  return {
    ...record,
    current,
    createdAt: toInstant(createdAtMs),
    windows: toStretches(record.windows),
    measurements: { ...record.measurements },
    slos: [...record.slos],
  };
}

function parseCursor(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new ProofloadError('invalid', 'The cursor is not one that a list gave', {
    fields: [{ field: 'cursor', message: 'expected the nextCursor of an earlier page' }],
  });
}
