export {
  type ExpressionScope,
  evaluateExpression,
  evaluateSource,
  syntaxProblem,
} from './evaluate-expression.ts';
export { type NumberFormat, parseFormat } from './format-result.ts';
export { type Judgement, judgeClaim } from './judge-claim.ts';
export type { ExpressionRun } from './select-values.ts';
