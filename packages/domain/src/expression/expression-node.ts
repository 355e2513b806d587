/** `=~` and `!~` take a pattern that must match the whole value (see text-pattern.ts). */
export const matchOperators = ['=~', '!~', '!=', '<=', '>=', '=', '<', '>'] as const;
export type MatchOperator = (typeof matchOperators)[number];

/**
 * What a run must have to be selected. A plain name is the parameter of that name, else the label; `param.`, `label.`
 * and `env.` say which. Runs without it have the value ''.
 */
export interface RunMatcher {
  name: string;
  operator: MatchOperator;
  /** A number is compared as one, also with a text that is a number. */
  value: string | number;
}

/** Ways to make one number of several runs. */
export const reducers = ['mean', 'median', 'min', 'max', 'range', 'sum', 'stddev', 'count'] as const;
export type Reducer = (typeof reducers)[number];

/** Functions of two numbers. */
export const relations = ['ratio', 'change', 'per'] as const;
export type Relation = (typeof relations)[number];

/** Functions of a selection and the factor that its runs differ in. */
export const methods = ['knee', 'efficiency'] as const;
export type Method = (typeof methods)[number];

/** Where a part stands in its text, in characters from 0. */
interface Place {
  start: number;
  end: number;
}

/** A measurement of the runs that match, or the runs themselves (`runs{...}`), which can only be counted. */
export interface Selection extends Place {
  kind: 'selection';
  measurement: string | null;
  matchers: readonly RunMatcher[];
}

export type Expression =
  | Selection
  | ({ kind: 'quantity'; value: number; unit: string } & Place)
  | ({ kind: 'reduction'; reducer: Reducer; of: Selection } & Place)
  | ({ kind: 'relation'; relation: Relation; first: Expression; second: Expression } & Place)
  | ({ kind: 'method'; method: Method; of: Selection; factor: string } & Place)
  | ({ kind: 'arithmetic'; operator: '+' | '-' | '*' | '/'; first: Expression; second: Expression } & Place)
  | ({ kind: 'negative'; operand: Expression } & Place)
  | ({ kind: 'conversion'; operand: Expression; unit: string } & Place);

/** Every selection of an expression, in the order of the text. */
export function selectionsOf(expression: Expression): Selection[] {
  switch (expression.kind) {
    case 'selection':
      return [expression];
    case 'quantity':
      return [];
    case 'reduction':
    case 'method':
      return [expression.of];
    case 'relation':
    case 'arithmetic':
      return [...selectionsOf(expression.first), ...selectionsOf(expression.second)];
    case 'negative':
    case 'conversion':
      return selectionsOf(expression.operand);
  }
}
