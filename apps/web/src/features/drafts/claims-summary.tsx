import type { DraftEvaluation } from '@proofload/contracts';
import { CheckCircle2, CircleHelp, MoveDiagonal } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';

/** How many claims still hold, in a line. */
export function ClaimsSummary({ summary }: Pick<DraftEvaluation, 'summary'>) {
  const { said, drifted, cannotBeEvaluated } = summary;
  const Icon = drifted > 0 ? MoveDiagonal : cannotBeEvaluated > 0 ? CircleHelp : CheckCircle2;
  const tone =
    drifted > 0
      ? 'bg-warn-soft text-warn'
      : cannotBeEvaluated > 0
        ? 'bg-raised text-ink'
        : 'bg-pass-soft text-pass';
  return (
    <p
      data-testid="claims"
      className={classNames('flex items-start gap-2 rounded-md px-3 py-2 text-sm font-medium', tone)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {said}
    </p>
  );
}
