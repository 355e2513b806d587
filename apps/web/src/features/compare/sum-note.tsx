import { CheckCircle2, CircleHelp, TriangleAlert } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';

/** Whether parts add up to what is stated, in words and with a sign. */
export function SumNote({ addsUp, sentence }: { addsUp: boolean | null; sentence: string }) {
  const [Icon, look, word] =
    addsUp === null
      ? ([CircleHelp, 'text-muted', 'cannot be told'] as const)
      : addsUp
        ? ([CheckCircle2, 'text-pass', 'adds up'] as const)
        : ([TriangleAlert, 'text-warn font-medium', 'does not add up'] as const);
  return (
    <p className={classNames('flex items-start gap-1.5', look)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {sentence}
        <span className="sr-only"> ({word})</span>
      </span>
    </p>
  );
}
