'use client';

import { buildForest, buildGoalBars } from '@proofload/charts';
import type { Comparison } from '@proofload/contracts';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { type GroupLook, shortLabels } from './group-look';

/** All measurements as ratios to the baseline. */
export function ForestFigure({ comparison, look }: { comparison: Comparison; look: GroupLook }) {
  const model = useMemo(
    () => buildForest({ comparison, ...look, labels: shortLabels(comparison, look) }),
    [comparison, look],
  );
  return <Chart id="ratios" model={model} empty="There is no other group to compare the baseline with" />;
}

/** What goals are about, or else the first measurement of which more is better. */
export function multipliedMeasurements({ measurements, goals }: Comparison): Comparison['measurements'] {
  const aimed = measurements.filter(({ name }) => goals.some(({ measurement }) => measurement === name));
  if (aimed.length > 0) return aimed;
  return measurements.filter(({ better }) => better === 'higher').slice(0, 1);
}

/** One measurement as a multiple of the baseline, with its goals. */
export function MultipleFigure({
  comparison,
  look,
  measurement,
}: {
  comparison: Comparison;
  look: GroupLook;
  measurement: Comparison['measurements'][number];
}) {
  const model = useMemo(() => {
    const { baseline, goals } = comparison;
    return buildGoalBars({ measurement, baseline, goals, ...look, labels: shortLabels(comparison, look) });
  }, [comparison, look, measurement]);
  return <Chart id={`multiple-${measurement.name}`} model={model} empty="No ratio can be given" />;
}
