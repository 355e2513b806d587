import type { MatchOperator, RunMatcher } from './expression-node.ts';
import { compilePattern } from './text-pattern.ts';

export type FactValue = string | number | boolean;

/** What a matcher may ask of a run. */
export interface RunFacts {
  id: string;
  name: string;
  experiment: string | null;
  status: string;
  outcome: string | null;
  verdict: string | null;
  executor: string;
  treatment: string;
  replicate: number | null;
  sweep: string | null;
  params: Readonly<Record<string, FactValue>>;
  labels: Readonly<Record<string, string>>;
  environment: Readonly<Record<string, string>>;
}

/** Names that every run has, before its parameters and labels. `study` is the label that runs of a study carry. */
export const runFactNames = [
  'id',
  'name',
  'experiment',
  'status',
  'outcome',
  'verdict',
  'executor',
  'treatment',
  'replicate',
  'sweep',
] as const;
type RunFactName = (typeof runFactNames)[number];

const isRunFact = (name: string): name is RunFactName => (runFactNames as readonly string[]).includes(name);

/** Makes a test of matchers that all must hold. Patterns are compiled once. */
export function compileMatchers(matchers: readonly RunMatcher[]): (run: RunFacts) => boolean {
  const tests = matchers.map(({ name, operator, value }) => {
    const test = compileTest(operator, value);
    return (run: RunFacts) => test(factOf(run, name));
  });
  return (run) => tests.every((test) => test(run));
}

/** The value that a run has under a name; undefined when it has none. */
export function factOf(run: RunFacts, name: string): FactValue | undefined {
  if (isRunFact(name)) return run[name] ?? undefined;
  const dot = name.indexOf('.');
  const [prefix, rest] = [name.slice(0, Math.max(0, dot)), name.slice(dot + 1)];
  if (prefix === 'param') return own(run.params, rest);
  if (prefix === 'label') return own(run.labels, rest);
  if (prefix === 'env') return own(run.environment, rest);
  return own(run.params, name) ?? own(run.labels, name);
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function compileTest(
  operator: MatchOperator,
  value: string | number,
): (fact: FactValue | undefined) => boolean {
  switch (operator) {
    case '=':
      return (fact) => equals(fact, value);
    case '!=':
      return (fact) => !equals(fact, value);
    case '=~':
    case '!~': {
      const pattern = compilePattern(String(value));
      return (fact) => pattern.matches(String(fact ?? '')) === (operator === '=~');
    }
    default:
      return (fact) => isOrdered(toNumber(fact), operator, Number(value));
  }
}

const equals = (fact: FactValue | undefined, value: string | number): boolean =>
  typeof value === 'number' ? toNumber(fact) === value : String(fact ?? '') === value;

/** Facts of the environment are texts, and so are numbers from spreadsheets. */
function toNumber(fact: FactValue | undefined): number {
  if (typeof fact === 'number') return fact;
  return typeof fact === 'string' && fact.trim() !== '' ? Number(fact) : Number.NaN;
}

function isOrdered(fact: number, operator: '<' | '<=' | '>' | '>=', limit: number): boolean {
  switch (operator) {
    case '<':
      return fact < limit;
    case '<=':
      return fact <= limit;
    case '>':
      return fact > limit;
    case '>=':
      return fact >= limit;
  }
}
