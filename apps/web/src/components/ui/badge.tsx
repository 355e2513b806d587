import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type Tone = 'neutral' | 'accent' | 'pass' | 'breach' | 'warn';

const tones: Record<Tone, string> = {
  neutral: 'bg-raised text-muted',
  accent: 'bg-accent-soft text-accent',
  pass: 'bg-pass-soft text-pass',
  breach: 'bg-breach-soft text-breach',
  warn: 'bg-warn-soft text-warn',
};

/** A word of state: always an icon or a shape as well, never colour alone. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  children,
  title,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      {children}
    </span>
  );
}
