import type { ReactNode } from 'react';
import { Panel, PanelBody } from '@/components/ui/panel';

/** The two panels of figures that need samples. */
export function FigurePanels({
  overTime,
  overTimeHint,
  percentiles,
  title,
}: {
  overTime: ReactNode;
  overTimeHint: string;
  percentiles: ReactNode;
  /** Of the one that is there, in the place of its usual title. */
  title?: string;
}) {
  return (
    <>
      {overTime && (
        <Panel title={title ?? 'Over time'} description={overTimeHint}>
          <PanelBody>{overTime}</PanelBody>
        </Panel>
      )}
      {percentiles && (
        <Panel
          title={title ?? 'Latency percentiles'}
          description="Over the whole of each run. Thin lines are runs; strong ones go through the median run of each percentile."
        >
          <PanelBody>{percentiles}</PanelBody>
        </Panel>
      )}
    </>
  );
}
