import type {
  DraftEvaluation,
  DraftRun,
  EvaluatedClaim,
  EvaluatedNumber,
  EvaluatedView,
  ExpressionResult,
} from '@proofload/contracts';
import {
  type ExpressionScope,
  evaluateExpression,
  syntaxProblem,
} from '../expressions/evaluate-expression.ts';
import type { NumberFormat } from '../expressions/format-result.ts';
import { judgeClaim } from '../expressions/judge-claim.ts';
import type { ExpressionRun } from '../expressions/select-values.ts';
import type { ParsedDraft, ReadExpression } from './parse-draft.ts';

export interface DraftData {
  scope: ExpressionScope;
  /** What its blocks show, in their order. */
  views: EvaluatedView[];
  definitions: DraftEvaluation['definitions'];
  evaluatedAt: string;
  /** Of a draft without a heading. */
  title: string;
}

/** Works out everything that a draft says of the runs, as pages show it and reports freeze it. */
export function evaluateDraft(draft: ParsedDraft, data: DraftData): DraftEvaluation {
  const { scope } = data;
  const numbers = draft.numbers.map(
    ({ line, source, read, format }): EvaluatedNumber => ({
      line,
      expression: source,
      result: evaluateRead(read, scope, format),
    }),
  );
  const claims = draft.claims.map(({ read, ...claim }): EvaluatedClaim => {
    const result = evaluateRead(read, scope);
    return { ...claim, ...judgeClaim(result, claim.expected), result };
  });
  const results = [...numbers, ...claims].map(({ result }) => result);
  return {
    title: draft.title ?? data.title,
    evaluatedAt: data.evaluatedAt,
    document: draft.document,
    footnotes: draft.footnotes,
    numbers,
    claims,
    views: data.views,
    summary: summarise(claims, draft.brokenClaims),
    problems: findProblems(draft, numbers, data.views),
    runs: usedRuns(results, scope.runs),
    definitions: data.definitions,
  };
}

function evaluateRead(read: ReadExpression, scope: ExpressionScope, format?: NumberFormat): ExpressionResult {
  if ('message' in read) return syntaxProblem(read.message);
  return evaluateExpression(read.expression, scope, format);
}

function summarise(claims: readonly EvaluatedClaim[], broken: number): DraftEvaluation['summary'] {
  const count = (state: EvaluatedClaim['state']) => claims.filter((claim) => claim.state === state).length;
  const [all, hold, drifted] = [claims.length + broken, count('holds'), count('drifted')];
  const cannotBeEvaluated = count('cannot-be-evaluated') + broken;
  const rest = [
    ...(drifted > 0 ? [`${drifted} drifted`] : []),
    ...(cannotBeEvaluated > 0 ? [`${cannotBeEvaluated} cannot be evaluated`] : []),
  ];
  return { claims: all, hold, drifted, cannotBeEvaluated, said: sayHold(all, hold, rest) };
}

function sayHold(all: number, hold: number, rest: readonly string[]): string {
  if (all === 0) return '';
  if (all === 1) return hold === 1 ? 'The claim holds' : `The claim ${rest[0]?.replace(/^1 /, '') ?? ''}`;
  if (hold === all) return `All ${all} claims hold`;
  return `${hold} of ${all} claims hold: ${rest.join(', ')}`;
}

function findProblems(
  { problems }: ParsedDraft,
  numbers: readonly EvaluatedNumber[],
  views: readonly EvaluatedView[],
): DraftEvaluation['problems'] {
  const found = [
    ...problems,
    ...numbers.flatMap(({ line, result: { problem } }) =>
      problem === null ? [] : [{ line, message: problem.message }],
    ),
    ...views.flatMap(({ line, problem }) => (problem === null ? [] : [{ line, message: problem }])),
  ];
  return found.sort((a, b) => a.line - b.line);
}

function usedRuns(results: readonly ExpressionResult[], runs: readonly ExpressionRun[]): DraftRun[] {
  const named = new Set(
    results.flatMap((result) => [...result.runs, ...result.leftOut.map(({ run }) => run)]),
  );
  return runs
    .filter(({ id }) => named.has(id))
    .map((run) => ({
      id: run.id,
      name: run.name,
      experiment: run.experiment,
      treatment: run.treatment,
      outcome: run.outcome,
      definitionVersion: run.evaluatedVersion ?? run.experimentVersion,
    }));
}
