import { CheckCircle2, CircleAlert, CircleHelp } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { type Verdict, verdictWords } from './objective-words';

const looks: Record<Verdict, { className: string; icon: typeof CheckCircle2 | null }> = {
  met: { className: 'text-pass', icon: CheckCircle2 },
  failed: { className: 'font-semibold text-breach', icon: CircleAlert },
  unknown: { className: 'text-muted', icon: CircleHelp },
  absent: { className: 'text-muted', icon: null },
};

/** Whether something held: by a mark and by its word. */
export function VerdictMark({ verdict, word }: { verdict: Verdict; word?: string }) {
  const { className, icon: Icon } = looks[verdict];
  return (
    <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap', className)}>
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      {word ?? verdictWords[verdict]}
    </span>
  );
}
