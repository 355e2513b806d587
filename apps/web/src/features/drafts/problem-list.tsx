import type { DraftEvaluation } from '@proofload/contracts';

const maxShown = 10;

/** What is wrong with a text, by line. */
export function ProblemList({ problems }: Pick<DraftEvaluation, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems" className="space-y-1 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      {problems.slice(0, maxShown).map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          <span className="tabular">Line {line}:</span> {message}
        </li>
      ))}
      {problems.length > maxShown && <li>and {problems.length - maxShown} more</li>}
    </ul>
  );
}
