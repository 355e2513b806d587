'use client';

import { useState } from 'react';
import { ParallelPanel, type ParallelPanelProps } from './parallel-panel';

/** Parallel coordinates of what was frozen, whose choices stay on the page. */
export function FrozenParallel(props: Omit<ParallelPanelProps, 'view' | 'onChange'>) {
  const [view, setView] = useState<ParallelPanelProps['view']>({ across: 'groups', axes: null, keep: [] });
  return (
    <ParallelPanel
      {...props}
      view={view}
      onChange={(change) => setView((known) => ({ ...known, ...change }))}
    />
  );
}
