import type { ReactNode } from 'react';
import { Panel, PanelBody } from '@/components/ui/panel';

/** The two panels of figures that need samples. */
export function FigurePanels({
  overTime,
  overTimeHint,
  percentiles,
}: {
  overTime: ReactNode;
  overTimeHint: string;
  percentiles: ReactNode;
}) {
  return (
    <>
      {overTime && (
        <Panel title="Over time" description={overTimeHint}>
          <PanelBody>{overTime}</PanelBody>
        </Panel>
      )}
      <Panel
        title="Latency percentiles"
        description="Over the whole of each run. Thin lines are runs; strong ones go through the median run of each percentile."
      >
        <PanelBody>{percentiles}</PanelBody>
      </Panel>
    </>
  );
}
