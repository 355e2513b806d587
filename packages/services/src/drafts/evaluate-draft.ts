import {
  type ExpressionScope,
  evaluateDraft as evaluate,
  parseDraft,
  renderMarkdown,
  sayMeasurement,
} from '@proofload/analysis';
import type { DraftEvaluation } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { requireScope, type ServiceContext } from '../context.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { toInstant } from '../instant.ts';
import { readDefinitionSources } from '../reports/read-definition-sources.ts';
import { findDraft } from './draft-view.ts';
import { evaluateViews } from './evaluate-views.ts';
import { toExpressionRun } from './expression-run.ts';
import { loadDraftRuns } from './load-draft-runs.ts';
import { requireStorable } from './require-storable.ts';

/** Works out every number, claim and block of a stored draft from the runs as they are now. */
export async function evaluateDraft(ctx: ServiceContext, input: { name: string }): Promise<DraftEvaluation> {
  requireScope(ctx, 'read');
  const { name, source } = await findDraft(ctx, input.name);
  return evaluateSource(ctx, source, name);
}

/** A stored draft as plain Markdown with its numbers as they are now. */
export async function exportDraft(ctx: ServiceContext, input: { name: string }): Promise<string> {
  return renderMarkdown(await evaluateDraft(ctx, input));
}

/** The same of a text that is not saved, as an editor shows it. */
export async function checkDraft(ctx: ServiceContext, input: { source: string }): Promise<DraftEvaluation> {
  requireScope(ctx, 'read');
  requireStorable(input.source);
  return evaluateSource(ctx, input.source, 'Untitled');
}

/** @param title of a draft without a heading */
export async function evaluateSource(
  ctx: ServiceContext,
  source: string,
  title: string,
): Promise<DraftEvaluation> {
  const draft = parseDraft(source);
  const records = await loadDraftRuns(ctx, draft);
  const { views, runs: shown } = await evaluateViews(ctx, draft.views);
  const evaluation = evaluate(draft, {
    scope: await openScope(ctx, records),
    views,
    definitions: [],
    evaluatedAt: toInstant(ctx.clock.nowMs()),
    title,
  });
  const used = new Set(evaluation.runs.map(({ id }) => id));
  const explained = new Map(
    [...records.filter(({ id }) => used.has(id)), ...shown].map((run) => [run.id, run]),
  );
  return { ...evaluation, definitions: await readDefinitionSources(ctx, [...explained.values()]) };
}

async function openScope(ctx: ServiceContext, records: readonly RunRecord[]): Promise<ExpressionScope> {
  const definitionOf = await openDefinitions(ctx, records);
  return {
    runs: records.map((record) => toExpressionRun(record, ctx.config.baseUrl)),
    explain: (measurement, run) => {
      const definition = definitionOf(run);
      return definition && sayMeasurement(measurement, definition);
    },
  };
}
