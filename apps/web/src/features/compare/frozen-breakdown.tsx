'use client';

import type { Breakdown, LatencyByLabel } from '@proofload/contracts';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { CompareTabProps } from './compare-tab-props';
import { LatencyFigure } from './latency-figure';
import { ReportedBreakdown } from './reported-breakdown';
import { SampledBreakdown } from './sampled-breakdown';

/** A breakdown that was worked out before, without anything that asks for more. */
export function FrozenBreakdown({
  breakdown,
  latency = null,
  ...props
}: Pick<CompareTabProps, 'comparison' | 'look'> & {
  breakdown: Breakdown | null;
  latency?: LatencyByLabel | null;
}) {
  return (
    <div className="space-y-6">
      {breakdown?.reported.map((one) => (
        <ReportedBreakdown key={one.name} reported={one} />
      ))}
      {breakdown?.samples && <SampledBreakdown {...props} samples={breakdown.samples} />}
      {latency && (
        <Panel
          id="latency-by-label"
          title="Latency by verb or endpoint"
          description="Percentiles of all observations of each, with how many there were."
        >
          <PanelBody className="space-y-4">
            <LatencyFigure {...props} latency={latency} />
          </PanelBody>
        </Panel>
      )}
    </div>
  );
}
