import { type LabelMatcher, ProofloadError } from '@proofload/domain';
import { RE2JS } from 're2js';

/** Whether labels satisfy matchers; see `compileMatchers`. */
type LabelTest = (labels: Readonly<Record<string, string>>) => boolean;

/**
 * A test whether labels satisfy every matcher; a missing label counts as ''. Regular expressions match the whole value and
 * are those of RE2, as in Prometheus: they take linear time, whatever somebody writes into a selector.
 * @throws `invalid` naming the field when an expression is none of RE2
 */
export function compileMatchers(matchers: readonly LabelMatcher[]): LabelTest {
  const tests = matchers.map(compileMatcher);
  return (labels) => tests.every((test) => test(labels));
}

function compileMatcher({ name, op, value }: LabelMatcher): LabelTest {
  switch (op) {
    case '=':
      return (labels) => (labels[name] ?? '') === value;
    case '!=':
      return (labels) => (labels[name] ?? '') !== value;
    case '=~': {
      const expression = compileExpression(value);
      return (labels) => expression.matches(labels[name] ?? '');
    }
    case '!~': {
      const expression = compileExpression(value);
      return (labels) => !expression.matches(labels[name] ?? '');
    }
  }
}

function compileExpression(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (cause) {
    const message = `expected a regular expression of RE2: ${(cause as Error).message}`;
    throw new ProofloadError('invalid', `labels: ${message}`, {
      fields: [{ field: 'labels', message }],
      cause,
    });
  }
}
