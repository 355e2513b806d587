'use client';

import type { Comparison, ReportParts } from '@proofload/contracts';
import type { ReactNode } from 'react';
import { Panel, PanelBody } from '@/components/ui/panel';
import { CapacityPanels } from '../compare/capacity-panels';
import { FrozenBalance } from '../compare/frozen-balance';
import { FrozenBreakdown } from '../compare/frozen-breakdown';
import type { GroupLook } from '../compare/group-look';
import { ObjectivePanels } from '../compare/objective-panels';
import { LinkedRuns } from '../compare/run-link';
import { ScalingCurves } from '../compare/scaling-curves';
import { FrozenParallel } from '../compare/trade-offs/frozen-parallel';
import { TradeOffFigure } from '../compare/trade-offs/trade-off-figure';
import { partTitles, type ShownPart, shownParts } from './shown-parts';

export interface FrozenPartsProps {
  parts: ReportParts;
  comparison: Comparison;
  look: GroupLook;
}

/** What the tabs of the compare page showed, one below the other, from what was frozen alone. */
export function FrozenParts({ parts, comparison, look }: FrozenPartsProps) {
  const shown = { comparison, look };
  const { scaling, tradeOff, breaches, capacity, balance, entities, breakdown, latency } = parts;
  const content: Record<ShownPart, ReactNode> = {
    scaling: scaling && <ScalingCurves scaling={scaling} />,
    tradeOff: tradeOff && (
      <>
        <Panel
          title="Two measurements against one another"
          description="Groups that no other group is better than in both are a Pareto front. Beyond the dashed steps, everything is dominated."
        >
          <PanelBody className="space-y-4">
            <TradeOffFigure id="trade-off" tradeOff={tradeOff} comparison={comparison} look={look} />
          </PanelBody>
        </Panel>
        <FrozenParallel {...shown} />
      </>
    ),
    objectives: breaches && <ObjectivePanels {...shown} breaches={breaches} />,
    capacity: capacity && <CapacityPanels {...shown} capacity={capacity} />,
    balance: balance && <FrozenBalance {...shown} balance={balance} entities={entities} />,
    breakdown: (breakdown || latency) && (
      <FrozenBreakdown {...shown} breakdown={breakdown} latency={latency} />
    ),
  };
  return (
    <LinkedRuns value={false}>
      {shownParts(parts).map((part) => (
        <section
          key={part}
          id={`part-${part}`}
          aria-labelledby={`title-${part}`}
          data-block={part}
          className="scroll-mt-4 space-y-6"
        >
          <h2 id={`title-${part}`} className="text-xl">
            {partTitles[part]}
          </h2>
          {content[part]}
        </section>
      ))}
      {parts.omitted.length > 0 && (
        <ul className="list-disc space-y-0.5 pl-5 text-muted">
          {parts.omitted.map(({ part, reason }) => (
            <li key={part}>
              {part} is left out: {reason}
            </li>
          ))}
        </ul>
      )}
    </LinkedRuns>
  );
}
