import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names';

export const inputClass =
  'w-full rounded-md border border-line-strong bg-panel px-3 py-1.5 text-sm text-ink placeholder:text-muted aria-invalid:border-breach';

interface FieldFrame {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A labelled input with its hint and its error. */
export function TextField({ label, hint, error, className, ...props }: FieldFrame & ComponentProps<'input'>) {
  const id = useId();
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        className={classNames(inputClass, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        {...props}
      />
    </FieldLayout>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  className,
  ...props
}: FieldFrame & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        className={classNames(inputClass, 'min-h-20', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        {...props}
      />
    </FieldLayout>
  );
}

export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...props
}: FieldFrame & ComponentProps<'select'>) {
  const id = useId();
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        className={classNames(inputClass, 'h-9', className)}
        aria-describedby={`${id}-note`}
        {...props}
      >
        {children}
      </select>
    </FieldLayout>
  );
}

function FieldLayout({ id, label, hint, error, children }: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      {children}
      <p id={`${id}-note`} className={classNames('text-xs', error ? 'text-breach' : 'text-muted')}>
        {error ?? hint}
      </p>
    </div>
  );
}

/** A box to tick, with its words beside it. */
export function CheckField({
  label,
  hint,
  ...props
}: { label: ReactNode; hint?: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-2 py-0.5">
      <input type="checkbox" className="mt-0.5 size-4 accent-[var(--accent)]" {...props} />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
