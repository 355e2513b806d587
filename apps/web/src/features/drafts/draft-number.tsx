import type { DraftEvaluation, EvaluatedNumber } from '@proofload/contracts';
import { TriangleAlert } from 'lucide-react';
import { SourcePopover } from '../reports/source-popover';
import { explainResult } from './explain-result';

/** A number in the text with where it comes from; what stands in its way when there is none. */
export function DraftNumber({
  number,
  evaluation,
  isLinked,
}: {
  number: EvaluatedNumber;
  evaluation: DraftEvaluation;
  isLinked: boolean;
}) {
  const { expression, result } = number;
  const facts = explainResult(expression, result, evaluation, isLinked);
  if (result.problem === null) {
    return (
      <SourcePopover label={`Where ${result.text} comes from`} facts={facts} className="tabular">
        {result.text}
      </SourcePopover>
    );
  }
  return (
    <SourcePopover
      label="Why there is no number"
      facts={facts}
      className="text-left text-warn italic decoration-warn"
    >
      <TriangleAlert aria-hidden className="mr-1 inline size-4" />
      {result.problem.kind === 'syntax' ? 'not readable' : 'cannot be evaluated'}
    </SourcePopover>
  );
}
