'use client';

import Link from 'next/link';
import { type ComponentProps, createContext, useContext } from 'react';

/** False in a report, which outlives its runs. */
export const LinkedRuns = createContext(true);

/** Leads to a run where there still is one; else the words alone. */
export function RunLink({
  id,
  children,
  ...props
}: { id: string } & Omit<ComponentProps<typeof Link>, 'href'>) {
  if (!useContext(LinkedRuns)) return <span title={props.title}>{children}</span>;
  return (
    <Link href={`/runs/${id}`} {...props}>
      {children}
    </Link>
  );
}
