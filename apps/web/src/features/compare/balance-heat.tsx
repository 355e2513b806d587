'use client';

import { buildEntityHeatMap } from '@proofload/charts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { CompareTabProps } from './compare-tab-props';
import { entitiesQuery } from './parts-queries';
import type { BalanceSamples } from './parts-samples';

/** Entities of one run over time, with its phases. */
export function BalanceHeat({
  samples,
  comparison,
  view,
  onChange,
}: CompareTabProps & { samples: BalanceSamples }) {
  const runs = samples.runs.filter(({ note }) => note === null);
  const chosen =
    runs.find(({ run }) => run === view.heat) ?? runs.find(({ isCounted }) => isCounted) ?? runs[0];
  const nameOf = (id: string): string => nameRun(comparison, id);
  const { data, error, isPending } = useQuery({
    ...entitiesQuery(chosen?.run ?? '', {
      metric: samples.metric,
      label: samples.label,
      aggregate: view.statistic,
      over: view.over,
      combination: samples.combination,
    }),
    enabled: chosen !== undefined,
  });
  const name = chosen ? nameOf(chosen.run) : '';
  const model = useMemo(() => (data ? buildEntityHeatMap(data, name) : null), [data, name]);
  if (!chosen) return null;
  return (
    <Panel
      id="balance-heat"
      title={`By ${samples.label} and time`}
      description="One run: whether the same ones are busy all the time, or take turns."
    >
      <PanelBody className="space-y-4">
        <div className="no-print max-w-xl">
          <SelectField
            label="Run"
            value={chosen.run}
            onChange={(event) => onChange({ heat: event.target.value })}
          >
            {runs.map(({ run, isCounted }) => (
              <option key={run} value={run}>
                {nameOf(run)}
                {isCounted ? '' : ', did not complete'}
              </option>
            ))}
          </SelectField>
        </div>
        {error && <ErrorNote error={error} />}
        {isPending && <ChartSkeleton title={`By ${samples.label} and time`} />}
        {data?.note && <p className="text-muted">{data.note}</p>}
        {model && !data?.note && <Chart id="heat" model={model} />}
      </PanelBody>
    </Panel>
  );
}

/** Runs that somebody else executed may all have one name. */
function nameRun({ runs }: CompareTabProps['comparison'], id: string): string {
  const run = runs.find((one) => one.id === id);
  if (!run) return id;
  const name = run.replicate === null || run.name.includes('#') ? run.name : `${run.name} #${run.replicate}`;
  const isShared =
    runs.filter((other) => other.name === run.name && other.replicate === run.replicate).length > 1;
  return isShared ? `${name} (${id.slice(-6)})` : name;
}
