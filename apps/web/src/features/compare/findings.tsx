import type { Comparison } from '@proofload/contracts';
import { CheckCircle2, CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react';

/** The comparison in a sentence, its goals, and what stands in the way of believing it. */
export function Findings({ comparison }: { comparison: Comparison }) {
  return (
    <div className="space-y-3">
      <p
        className="max-w-[70ch] text-base font-medium text-balance wrap-anywhere sm:text-lg"
        data-testid="summary"
      >
        {comparison.summary}
      </p>
      {comparison.goals.length > 0 && (
        <ul className="space-y-1">
          {comparison.goals.map(({ measurement, target, met, note }) => {
            const Icon = met === null ? CircleHelp : met ? CheckCircle2 : CircleAlert;
            const tone = met === null ? 'text-muted' : met ? 'text-pass' : 'text-breach';
            return (
              <li key={`${measurement}${target}`} className="flex items-start gap-2">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
                <span>
                  Goal{' '}
                  <span className="font-medium">
                    {measurement} {target}
                  </span>{' '}
                  {met === null ? 'cannot be judged' : met ? 'is reached' : 'is not reached'}
                  {note && `: ${note}`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {comparison.warnings.length > 0 && (
        <ul aria-label="Warnings" className="space-y-1 rounded-md bg-warn-soft px-3 py-2 text-warn">
          {comparison.warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
