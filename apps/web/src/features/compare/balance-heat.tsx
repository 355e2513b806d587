'use client';

import { buildEntityHeatMap } from '@proofload/charts';
import type { EntitiesOverTime } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
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
  if (!chosen) return null;
  return (
    <HeatPanel
      label={samples.label}
      comparison={comparison}
      runs={runs}
      chosen={chosen.run}
      onChoose={(heat) => onChange({ heat })}
    >
      {error && <ErrorNote error={error} />}
      {isPending && <ChartSkeleton title={`By ${samples.label} and time`} />}
      {data && <HeatFigure entities={data} comparison={comparison} run={chosen.run} />}
    </HeatPanel>
  );
}

/** The same of the runs that were frozen. */
export function FrozenHeat({
  entities,
  samples,
  comparison,
}: Pick<CompareTabProps, 'comparison'> & { entities: readonly EntitiesOverTime[]; samples: BalanceSamples }) {
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = entities.find(({ run }) => run === wanted) ?? entities[0];
  if (!chosen) return null;
  const runs = samples.runs.filter(({ run }) => entities.some((one) => one.run === run));
  return (
    <HeatPanel
      label={samples.label}
      comparison={comparison}
      runs={runs}
      chosen={chosen.run}
      onChoose={setWanted}
    >
      <HeatFigure entities={chosen} comparison={comparison} run={chosen.run} />
    </HeatPanel>
  );
}

function HeatPanel({
  label,
  comparison,
  runs,
  chosen,
  onChoose,
  children,
}: Pick<CompareTabProps, 'comparison'> & {
  label: string;
  runs: BalanceSamples['runs'];
  chosen: string;
  onChoose(run: string): void;
  children: ReactNode;
}) {
  return (
    <Panel
      id="balance-heat"
      title={`By ${label} and time`}
      description="One run: whether the same ones are busy all the time, or take turns."
    >
      <PanelBody className="space-y-4">
        <div className="no-print max-w-xl">
          <SelectField label="Run" value={chosen} onChange={(event) => onChoose(event.target.value)}>
            {runs.map(({ run, isCounted }) => (
              <option key={run} value={run}>
                {nameRun(comparison, run)}
                {isCounted ? '' : ', did not complete'}
              </option>
            ))}
          </SelectField>
        </div>
        {children}
      </PanelBody>
    </Panel>
  );
}

function HeatFigure({
  entities,
  comparison,
  run,
}: Pick<CompareTabProps, 'comparison'> & { entities: EntitiesOverTime; run: string }) {
  const name = nameRun(comparison, run);
  const model = useMemo(() => buildEntityHeatMap(entities, name), [entities, name]);
  return entities.note ? <p className="text-muted">{entities.note}</p> : <Chart id="heat" model={model} />;
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
