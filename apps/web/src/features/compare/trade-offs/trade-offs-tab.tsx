'use client';

import type { CompareTabProps } from '../compare-tab-props';
import { ParallelPanel } from './parallel-panel';
import { TradeOffPanel } from './trade-off-panel';

/** Measurements against one another: two with their front, and all side by side. */
export function TradeOffsTab(props: CompareTabProps) {
  return (
    <div className="space-y-6">
      <TradeOffPanel {...props} />
      <ParallelPanel {...props} />
    </div>
  );
}
