import type { ReportSection } from '@proofload/analysis';
import type { ReportParts } from '@proofload/contracts';

/** What a shared comparison shows besides its summary. */
export type ShownPart = Exclude<ReportSection, 'summary'>;

export const partTitles: Record<ShownPart, string> = {
  scaling: 'Scaling',
  tradeOff: 'Trade-offs',
  objectives: 'Objectives',
  capacity: 'Capacity',
  balance: 'Balance',
  breakdown: 'Breakdown',
};

/** Those that say something of the runs, in the order of the tabs of the compare page. */
export function shownParts(parts: ReportParts): ShownPart[] {
  const { scaling, tradeOff, breaches, capacity, balance, breakdown, latency } = parts;
  const has: Record<ShownPart, boolean> = {
    scaling: scaling !== null,
    tradeOff: tradeOff !== null,
    objectives: breaches !== null,
    capacity: capacity !== null,
    balance: balance !== null,
    breakdown: breakdown !== null || latency !== null,
  };
  return (Object.keys(partTitles) as ShownPart[]).filter((part) => has[part]);
}
