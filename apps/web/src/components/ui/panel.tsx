import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** A titled part of a page. */
export function Panel({
  title,
  description,
  actions,
  children,
  className,
  id,
}: {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  id?: string;
}) {
  return (
    <section
      id={id}
      className={classNames('min-w-0 overflow-clip rounded-lg border border-line bg-panel', className)}
    >
      {(title || actions) && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
          <div className="min-w-0">
            {title && <h2>{title}</h2>}
            {description && <p className="mt-0.5 max-w-prose text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

export function PanelBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('p-4', className)}>{children}</div>;
}
