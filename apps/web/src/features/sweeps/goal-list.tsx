import type { Sweep } from '@proofload/contracts';
import { formatInterval, formatRatio } from '@proofload/domain';
import { CheckCircle2, CircleAlert, CircleHelp } from 'lucide-react';

/** The goals of a sweep, each with whether it was reached, and by what. */
export function GoalList({ goals }: { goals: Sweep['goals'] }) {
  return (
    <ul className="space-y-1.5">
      {goals.map(({ measurement, target, met, best, note }) => {
        const Icon = met === null ? CircleHelp : met ? CheckCircle2 : CircleAlert;
        const tone = met === null ? 'text-muted' : met ? 'text-pass' : 'text-breach';
        return (
          <li key={`${measurement}${target}`} className="flex items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
            <p>
              <span className="font-medium">
                {measurement} {target}
              </span>{' '}
              {met === null ? 'cannot be judged' : met ? 'reached' : 'not reached'}
              <span className="tabular text-muted">
                {note !== null && `: ${note}`}
                {note === null &&
                  best !== null &&
                  `: ${best.treatment} gives ${formatRatio(best.ratio)} ${formatInterval(best.low, best.high)}, n = ${best.n}`}
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
