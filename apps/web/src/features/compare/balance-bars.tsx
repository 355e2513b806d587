'use client';

import { buildEntityBars } from '@proofload/charts';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import type { CompareTabProps } from './compare-tab-props';
import type { BalanceSamples } from './parts-samples';

/** One figure a group, all on one scale. */
export function BalanceBars({ samples, look }: Pick<CompareTabProps, 'look'> & { samples: BalanceSamples }) {
  const models = useMemo(() => {
    const { groups, metric, label, unit } = samples;
    const most = groups.reduce(
      (all, { entities }) => entities.reduce((own, { mean, max }) => Math.max(own, mean ?? 0, max ?? 0), all),
      0,
    );
    return groups.flatMap(({ group, n, entities }) => {
      const style = look.styles.get(group);
      if (!style) return [];
      const name = look.labels.get(group) ?? group;
      const model = buildEntityBars({
        ...{ label: name, style, entity: label, metric, unit, most, n },
        bars: entities,
      });
      return [{ group, model }];
    });
  }, [samples, look]);
  return (
    <div className="grid gap-x-6 gap-y-8 md:grid-cols-2 2xl:grid-cols-3">
      {models.map(({ group, model }) => (
        <Chart
          key={group}
          id={`balance-${group}`}
          model={model}
          empty="No completed run of this group has data"
        />
      ))}
    </div>
  );
}
