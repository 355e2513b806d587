import { ProofloadError } from '../errors.ts';
import type { ComparisonOperator } from '../units/quantity.ts';
import { type LabelMatcher, parseSelector } from './selector.ts';

const reducers = ['sum', 'min', 'max', 'avg', 'count'] as const;
export type ConditionReducer = (typeof reducers)[number];

/** `sum(metric{label="x"}) == 0`. Without a reducer it holds when it holds for any of the series. */
export interface Condition {
  reducer: ConditionReducer | null;
  metric: string;
  matchers: readonly LabelMatcher[];
  operator: ComparisonOperator;
  limit: number;
}

const comparison = /(<=|>=|==|!=|<|>)\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)$/i;
const reduced = /^(sum|min|max|avg|count)\s*\((.*)\)$/s;

/** Reads the condition of a window's edge. Throws `invalid` naming `field` and what was expected. */
export function parseCondition(text: string, field: string): Condition {
  const trimmed = text.trim();
  const match = comparison.exec(trimmed);
  const limit = Number(match?.[2]);
  if (match === null || !Number.isFinite(limit)) {
    const message = 'expected a condition such as `workqueue_depth{name="x"} > 0` or `sum(metric) == 0`';
    throw new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
  }
  const left = trimmed.slice(0, match.index).trim();
  const call = reduced.exec(left);
  return {
    reducer: reducers.find((name) => name === call?.[1]) ?? null,
    ...parseSelector(call?.[2] ?? left, field),
    operator: match[1] as ComparisonOperator,
    limit,
  };
}
