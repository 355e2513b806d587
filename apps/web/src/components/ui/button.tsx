import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-md text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-50 disabled:pointer-events-none';
const variants = {
  primary: 'bg-accent text-accent-ink hover:opacity-90',
  secondary: 'border border-line-strong/60 bg-panel text-ink hover:bg-raised',
  quiet: 'text-ink hover:bg-raised',
  danger: 'bg-breach text-panel hover:opacity-90',
} as const;
const sizes = { small: 'h-8 px-2.5', medium: 'h-9 px-3.5', icon: 'h-8 w-8' } as const;

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Gives the look to the only child, such as a link. */
  asChild?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  asChild = false,
  className,
  type,
  ...props
}: ButtonProps) {
  const look = classNames(base, variants[variant], sizes[size], className);
  if (asChild) return <Slot.Root className={look} {...props} />;
  return <button type={type ?? 'button'} className={look} {...props} />;
}
