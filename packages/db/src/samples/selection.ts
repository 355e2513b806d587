import type { LabelMatcher } from '@proofload/domain';

/** Whether labels satisfy every matcher; a missing label counts as ''. Regular expressions match the whole value. */
export function matchesLabels(
  labels: Readonly<Record<string, string>>,
  matchers: readonly LabelMatcher[],
): boolean {
  return matchers.every((matcher) => matchesLabel(labels[matcher.name] ?? '', matcher));
}

function matchesLabel(own: string, { op, value }: LabelMatcher): boolean {
  switch (op) {
    case '=':
      return own === value;
    case '!=':
      return own !== value;
    case '=~':
      return wholeMatch(value).test(own);
    case '!~':
      return !wholeMatch(value).test(own);
  }
}

const wholeMatch = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'u');
