'use client';

import { buildResponseCurve } from '@proofload/charts';
import type { DraftCurve } from '@proofload/contracts';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { Panel, PanelBody } from '@/components/ui/panel';

/** Measurements over the levels of a factor, one figure each. */
export function ResponseCurves({
  id,
  title,
  curves,
}: {
  id: string;
  title: string;
  curves: readonly DraftCurve[];
}) {
  return (
    <Panel
      title={title}
      description="Rings are runs, dots their means with the 95 % interval, where there are replicates."
    >
      <PanelBody className="space-y-6">
        {curves.map((curve) => (
          <Curve key={curve.measurement} id={`${id}-${curve.measurement}`} curve={curve} />
        ))}
      </PanelBody>
    </Panel>
  );
}

function Curve({ id, curve }: { id: string; curve: DraftCurve }) {
  const model = useMemo(() => buildResponseCurve(curve), [curve]);
  return <Chart id={id} model={model} empty="No level has a value" />;
}
