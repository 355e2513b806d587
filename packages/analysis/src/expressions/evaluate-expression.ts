import type { ExpressionResult } from '@proofload/contracts';
import {
  type Expression,
  exactly,
  ProofloadError,
  parseExpression,
  type Reducer,
  type Selection,
} from '@proofload/domain';
import { sayReplicates } from '../compare-values.ts';
import { formatResult, type NumberFormat } from './format-result.ts';
import {
  addNumbers,
  changeFrom,
  convertNumber,
  divideNumbers,
  type KnownNumber,
  multiplyNumbers,
  NoNumber,
  perOf,
  plainNumber,
  ratioOf,
  scaleNumber,
  subtractNumbers,
} from './known-number.ts';
import { evaluateMethod } from './methods.ts';
import { reduceValues } from './reduce-values.ts';
import { type ExpressionRun, matchingRuns, type SelectedValues, selectValues } from './select-values.ts';

/** Ids that a result names; `n` counts all. */
const maxNamed = 200;

export interface ExpressionScope {
  runs: readonly ExpressionRun[];
  /** How a measurement of a run is defined, in words; null when nothing says it. */
  explain: (measurement: string, run: ExpressionRun) => string | null;
}

/** What a result says of where it comes from, gathered on the way. */
interface Trace {
  scope: ExpressionScope;
  used: Set<string>;
  leftOut: Map<string, string>;
  sources: Set<string>;
  notes: Set<string>;
}

/** Works out an expression over runs. It never throws for what the expression or the data lack: the result says it. */
export function evaluateExpression(
  expression: Expression,
  scope: ExpressionScope,
  format: NumberFormat = {},
): ExpressionResult {
  const trace: Trace = {
    scope,
    used: new Set(),
    leftOut: new Map(),
    sources: new Set(),
    notes: new Set(),
  };
  try {
    const raw = evaluate(expression, trace);
    const number = format.unit === undefined ? raw : convertNumber(raw, format.unit);
    if (number.sides && number.interval === null) trace.notes.add(sayUnassessable(number.sides));
    return {
      ...traced(trace),
      text: formatResult(number, format),
      amount: number.amount,
      unit: number.unit === '' ? null : number.unit,
      interval: number.interval,
      replicates: number.sides ? sayReplicates(...number.sides) : sayCount(trace.used.size),
      problem: null,
    };
  } catch (problem) {
    if (!(problem instanceof NoNumber)) throw problem;
    return { ...traced(trace), ...nothing(problem.kind, problem.message) };
  }
}

const sayCount = (n: number): string => (n === 0 ? '' : `n=${n}`);
const sayUnassessable = (sides: readonly [number, number]): string =>
  `not assessable at ${sayReplicates(...sides)}`;

/** The result of a text that may be no expression. */
export function evaluateSource(
  source: string,
  scope: ExpressionScope,
  format?: NumberFormat,
): ExpressionResult {
  try {
    return evaluateExpression(parseExpression(source), scope, format);
  } catch (error) {
    if (!(error instanceof ProofloadError)) throw error;
    return syntaxProblem(error.fields[0]?.message ?? error.message);
  }
}

export const syntaxProblem = (message: string): ExpressionResult => ({
  ...{ n: 0, runs: [], leftOut: [], sources: [], notes: [] },
  ...nothing('syntax', message),
});

function nothing(kind: NoNumber['kind'], message: string) {
  const empty = { text: '', amount: null, unit: null, interval: null, replicates: '' };
  return { ...empty, problem: { kind, message } };
}

function traced({ used, leftOut, sources, notes }: Trace) {
  return {
    n: used.size,
    runs: [...used].slice(0, maxNamed),
    leftOut: [...leftOut].slice(0, maxNamed).map(([run, reason]) => ({ run, reason })),
    sources: [...sources],
    notes: [...notes],
  };
}

function evaluate(expression: Expression, trace: Trace): KnownNumber {
  switch (expression.kind) {
    case 'quantity':
      return plainNumber(exactly(expression.value), expression.unit);
    case 'selection':
      return reduceSelection(expression, null, trace);
    case 'reduction':
      return reduceSelection(expression.of, expression.reducer, trace);
    case 'method':
      return evaluateMethod(expression.method, select(expression.of, trace), expression.factor, trace.notes);
    case 'negative':
      return scaleUnit(evaluate(expression.operand, trace), -1);
    case 'conversion':
      return convertNumber(evaluate(expression.operand, trace), expression.unit);
    case 'relation': {
      const sides = [evaluate(expression.first, trace), evaluate(expression.second, trace)] as const;
      const relate = { ratio: ratioOf, change: changeFrom, per: perOf }[expression.relation];
      return relate(...sides);
    }
    case 'arithmetic': {
      const sides = [evaluate(expression.first, trace), evaluate(expression.second, trace)] as const;
      const combine = { '+': addNumbers, '-': subtractNumbers, '*': multiplyNumbers, '/': divideNumbers };
      return combine[expression.operator](...sides);
    }
  }
}

const scaleUnit = (number: KnownNumber, factor: number): KnownNumber =>
  scaleNumber(number, factor, number.unit);

function reduceSelection(selection: Selection, reducer: Reducer | null, trace: Trace): KnownNumber {
  if (selection.measurement === null) return countRuns(selection, reducer, trace);
  const selected = select(selection, trace);
  if (reducer === 'count') return plainNumber(exactly(selected.values.length), '');
  if (reducer === null) requireOneTreatment(selection.measurement, selected);
  const amounts = selected.values.map(({ amount }) => amount);
  return reduceValues(reducer ?? 'mean', amounts, selected.unit);
}

function countRuns(selection: Selection, reducer: Reducer | null, { scope, used }: Trace): KnownNumber {
  if (reducer === null) throw new NoNumber('several', 'Runs are no number; expected count(runs{...})');
  const matching = matchingRuns(scope.runs, selection.matchers);
  for (const { id } of matching) used.add(id);
  return plainNumber(exactly(matching.length), '');
}

function select(selection: Selection, trace: Trace): SelectedValues {
  const selected = selectValues(trace.scope.runs, selection);
  const name = selection.measurement ?? '';
  for (const { run } of selected.values) {
    trace.used.add(run.id);
    const said = trace.scope.explain(name, run);
    if (said !== null) trace.sources.add(`${name}: ${said}`);
  }
  for (const { run, reason } of selected.leftOut) trace.leftOut.set(run, reason);
  if (selected.values.length > 0) return selected;
  const { leftOut } = selected;
  if (leftOut.length === 0) throw new NoNumber('no-runs', `No run matches ${name}{…}`);
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].slice(0, 3).join('; ');
  const isValue = leftOut.every(({ reason }) => reason.startsWith('no value of'));
  const runs = leftOut.length === 1 ? 'The run that matches is' : `All ${leftOut.length} runs that match are`;
  throw new NoNumber(isValue ? 'no-value' : 'left-out', `${runs} left out: ${reasons}`);
}

function requireOneTreatment(name: string, { values }: SelectedValues): void {
  const treatments = new Set(values.map(({ run }) => `${run.experiment} ${run.treatment}`));
  if (treatments.size < 2) return;
  throw new NoNumber(
    'several',
    `${name}{…} selects ${values.length} runs of ${treatments.size} treatments; expected a narrower selection, or mean(…), min(…), max(…) and the like`,
  );
}
