import type { ReactNode } from 'react';
import { classNames } from './class-names';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Names with their values, one under another. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={classNames('grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5', className)}>
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
