'use client';

import type { Comparison } from '@proofload/contracts';
import { Star, X } from 'lucide-react';
import { StyleMark } from '@/components/chart/style-mark';
import { classNames } from '@/components/ui/class-names';
import type { GroupLook } from './group-look';

export interface TreatmentChipsProps {
  comparison: Comparison;
  look: GroupLook;
  /** Absent where nothing can be changed, as in a report. */
  onBaseline?: (key: string) => void;
  onRemove?: (key: string) => void;
}

/** What is compared: one chip a group in its colour, the baseline with a star. */
export function TreatmentChips({ comparison, look, onBaseline, onRemove }: TreatmentChipsProps) {
  const { groups, baseline } = comparison;
  return (
    <ul aria-label="Compared groups" className="flex flex-wrap gap-2">
      {groups.map(({ key, n, excluded }) => {
        const style = look.styles.get(key);
        const label = look.labels.get(key) ?? key;
        const isBaseline = key === baseline;
        return (
          <li
            key={key}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong/60 bg-panel py-0.5 pr-1.5 pl-2.5"
          >
            {style && <StyleMark style={style} />}
            <span className="min-w-0 font-medium wrap-anywhere">{label}</span>
            <span className="tabular shrink-0 text-xs text-muted">
              n={n}
              {excluded.length > 0 && `, ${excluded.length} left out`}
            </span>
            {onBaseline ? (
              <button
                type="button"
                aria-pressed={isBaseline}
                aria-label={isBaseline ? `${label} is the baseline` : `Take ${label} as the baseline`}
                title={isBaseline ? 'The baseline' : 'Take as the baseline'}
                disabled={isBaseline}
                onClick={() => onBaseline(key)}
                className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-ink"
              >
                <Star aria-hidden className={classNames('size-4', isBaseline && 'fill-current text-ink')} />
              </button>
            ) : (
              isBaseline && (
                <span className="inline-flex items-center gap-1 pr-1 text-xs text-muted">
                  <Star aria-hidden className="size-3.5 fill-current" /> baseline
                </span>
              )
            )}
            {onRemove && groups.length > 1 && (
              <button
                type="button"
                aria-label={`Leave ${label} out of the comparison`}
                title="Leave out"
                onClick={() => onRemove(key)}
                className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-ink"
              >
                <X aria-hidden className="size-4" />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
