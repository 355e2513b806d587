import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type Tone = 'neutral' | 'accent' | 'pass' | 'breach' | 'warn';
/** Three looks for three kinds of statement: what it is (filled), how it ended (outlined), where it is (plain). */
export type BadgeLook = 'filled' | 'outlined' | 'plain';

const ink: Record<Tone, string> = {
  neutral: 'text-muted',
  accent: 'text-accent',
  pass: 'text-pass',
  breach: 'text-breach',
  warn: 'text-warn',
};
const fill: Record<Tone, string> = {
  neutral: 'bg-raised',
  accent: 'bg-accent-soft',
  pass: 'bg-pass-soft',
  breach: 'bg-breach-soft',
  warn: 'bg-warn-soft',
};
const looks: Record<BadgeLook, (tone: Tone) => string> = {
  filled: (tone) => `rounded px-1.5 py-0.5 ${fill[tone]}`,
  outlined: () => 'rounded-full border border-current/40 px-2 py-px',
  plain: () => 'py-0.5',
};

/** A word of state: always an icon or a shape as well, never colour alone. */
export function Badge({
  tone = 'neutral',
  look = 'filled',
  icon: Icon,
  isTurning = false,
  children,
  title,
}: {
  tone?: Tone;
  look?: BadgeLook;
  icon?: LucideIcon;
  /** Turns the icon, for what goes on by itself. */
  isTurning?: boolean;
  children: ReactNode;
  title?: string | undefined;
}) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap',
        ink[tone],
        looks[look](tone),
      )}
    >
      {Icon && <Icon aria-hidden className={classNames('size-3.5 shrink-0', isTurning && 'animate-spin')} />}
      {children}
    </span>
  );
}
