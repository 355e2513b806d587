'use client';

import { buildLatencyRows } from '@proofload/charts';
import type { LatencyByLabel } from '@proofload/contracts';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import type { CompareTabProps } from './compare-tab-props';
import { shortLabels } from './group-look';

/** p50, p95 and p99 of each value of a label, group by group; or why there are none. */
export function LatencyFigure({
  latency: { samples, why },
  comparison,
  look,
}: Pick<CompareTabProps, 'comparison' | 'look'> & { latency: LatencyByLabel }) {
  const model = useMemo(
    () =>
      samples && buildLatencyRows({ samples, styles: look.styles, labels: shortLabels(comparison, look) }),
    [samples, look, comparison],
  );
  if (!samples || !model) return <p className="text-muted">{why}.</p>;
  return (
    <>
      <Chart id="latency" model={model} empty="No completed run has such data" />
      {samples.notes.length > 0 && <p className="text-muted">{samples.notes.join('. ')}.</p>}
    </>
  );
}
