import type { DraftEvaluation, EvaluatedClaim } from '@proofload/contracts';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { SourcePopover } from '../reports/source-popover';
import { claimLooks } from './claim-looks';
import { explainResult } from './explain-result';

/** A claim with whether it still holds, what was found, and from which runs. */
export function ClaimCard({
  claim,
  evaluation,
  isLinked,
}: {
  claim: EvaluatedClaim;
  evaluation: DraftEvaluation;
  isLinked: boolean;
}) {
  const { word, icon, tone, edge } = claimLooks[claim.state];
  return (
    <section
      aria-label={`Claim: ${claim.claim}`}
      data-state={claim.state}
      className={classNames('rounded-md border border-l-4 border-line bg-panel px-4 py-3', edge)}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-64 font-medium">{claim.claim}</p>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-muted">
        Expected <span className="tabular text-ink">{claim.expected}</span>;{' '}
        <SourcePopover
          label={`Where the claim ${claim.claim} comes from`}
          facts={explainResult(claim.expression, claim.result, evaluation, isLinked)}
          className="tabular text-left text-ink"
        >
          {claim.message}
        </SourcePopover>
      </p>
    </section>
  );
}
