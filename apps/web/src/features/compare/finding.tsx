import type { ComparedCell } from '@proofload/contracts';
import { formatNumber, formatQuantity } from '@proofload/domain';
import { CircleHelp, CircleSlash, Diff, Equal, Split, Star, ThumbsDown, ThumbsUp } from 'lucide-react';

type Difference = ComparedCell['difference'];

const findings: Record<Difference, { label: string; icon: typeof Star | null; className: string }> = {
  better: { label: 'better', icon: ThumbsUp, className: 'text-pass font-medium' },
  worse: { label: 'worse', icon: ThumbsDown, className: 'text-warn font-medium' },
  different: { label: 'different', icon: Diff, className: '' },
  'no-difference': { label: 'no difference shown', icon: CircleSlash, className: 'text-muted' },
  'no-relevant-difference': { label: 'no relevant difference', icon: Equal, className: 'text-muted' },
  'not-assessable': { label: 'not assessable', icon: CircleHelp, className: 'text-muted italic' },
  confounded: { label: 'withheld: confounded', icon: Split, className: 'text-warn' },
  'no-data': { label: 'no data', icon: null, className: 'text-muted italic' },
  baseline: { label: 'baseline', icon: Star, className: 'text-muted' },
};

/** The judgement of a difference in a word, with its mark. */
export function Finding({ difference }: { difference: Difference }) {
  const { label, icon: Icon, className } = findings[difference];
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${className}`}>
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {label}
    </span>
  );
}

/** The judgement, and on demand all that stands behind it. */
export function FindingDetails({ cell, unit }: { cell: ComparedCell; unit: string | null }) {
  const { difference, effect, sentence } = cell;
  if (difference === 'no-data') return <Finding difference={difference} />;
  return (
    <details className="group">
      <summary className="cursor-pointer rounded marker:text-muted hover:underline" title={sentence}>
        <Finding difference={difference} />
      </summary>
      <div className="mt-1 max-w-80 min-w-56 space-y-1 text-xs whitespace-normal text-muted">
        <p>{sentence}.</p>
        {effect && effect.probability !== null && effect.adjusted !== null && (
          <p>
            By chance alone: {sayProbability(effect.probability)}; adjusted for all comparisons:{' '}
            {sayProbability(effect.adjusted)}
            {effect.holm !== null && ` (Holm: ${sayProbability(effect.holm)})`}. The least change that matters
            is {formatNumber(effect.minimumEffect * 100)} %.
          </p>
        )}
        <NextRun cell={cell} unit={unit} />
        {effect?.advice && <p>{capitalise(effect.advice)}.</p>}
      </div>
    </details>
  );
}

/** Where a single further run is expected; nothing in reports of before. */
function NextRun({ cell: { effect, amounts }, unit }: { cell: ComparedCell; unit: string | null }) {
  if (!effect)
    return amounts ? <p>Values that are only known as ranges have no spread to judge by.</p> : null;
  if (effect.nextRun === null) return <p>Where a single further run lies can be told from three runs on.</p>;
  const { low, high } = effect.nextRun;
  return (
    <p>
      A single further run is expected between {formatQuantity(low, unit)} and {formatQuantity(high, unit)}{' '}
      (95 %).
    </p>
  );
}

const sayProbability = (value: number): string =>
  value < 0.001 ? 'p < 0.001' : `p = ${formatNumber(value, 2)}`;

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
