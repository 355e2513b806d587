import type { ReactNode } from 'react';

/** Says what belongs here and offers the first step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-2.5 px-4 py-6">
      <p className="font-medium">{title}</p>
      <div className="max-w-prose text-muted">{children}</div>
      {action}
    </div>
  );
}
