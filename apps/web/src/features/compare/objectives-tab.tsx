'use client';

import { type BreachLane, buildBreachTimeline, styleAt } from '@proofload/charts';
import type { BreachComparison, Comparison } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { TextField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { breachesQuery } from './compare-queries';
import type { CompareTabProps } from './compare-tab-props';
import type { GroupLook } from './group-look';
import { nameWithin, ObjectiveCourses, ThresholdTable } from './objective-courses';
import { ObjectiveMatrix } from './objective-matrix';

/** Whether objectives held, by run and by phase; when they did not; and what k6 itself judged. */
export function ObjectivesTab({ comparison, look, query, view, onChange }: CompareTabProps) {
  const isLive = comparison.runs.some(({ status }) => status !== 'finished');
  const { data, error } = useQuery(breachesQuery(query, view.load, isLive));
  const lanes = useMemo(() => (data ? lanesOf(data, comparison, look) : []), [data, comparison, look]);
  const model = useMemo(() => buildBreachTimeline(lanes), [lanes]);
  const hasThresholds = data?.runs.some(({ thresholds }) => thresholds.length > 0) ?? false;
  if (comparison.slos.length === 0 && !hasThresholds) {
    return (
      <Panel>
        <EmptyState title="No objectives">
          None of these runs was held against an objective. Add `slos` to the definition of the experiment,
          such as `p95 &lt; 120ms`; stored runs can be evaluated by it afterwards.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <div className="space-y-6">
      {error !== null && <ErrorNote error={error} />}
      {comparison.slos.length > 0 && (
        <Panel
          id="slo-matrix"
          title="Objectives by run and phase"
          description="One row an objective, one column a run. Over a cell stands how long it did not hold, and from which load on."
        >
          <PanelBody>
            <ObjectiveMatrix comparison={comparison} look={look} breaches={data} />
            {data && data.omitted > 0 && (
              <p className="mt-2 text-xs text-muted">
                The samples of {data.omitted} further runs were not looked at: they have values, but no phases
                and no course over time. Compare fewer runs to see them.
              </p>
            )}
          </PanelBody>
        </Panel>
      )}
      {comparison.slos.length > 0 && (
        <Panel
          id="breach-timeline"
          title="When objectives did not hold"
          description="A lane for each run and objective, all from the start of their run on."
          actions={
            (lanes.length > 0 || view.load !== null) && (
              <LoadField load={view.load} onChange={(load) => onChange({ load })} />
            )
          }
        >
          <PanelBody className="space-y-4">
            {data ? (
              <Chart
                id="breaches"
                model={model}
                empty="None of these runs was sampled while it ran: their values were reported, and tell no times"
              />
            ) : (
              error === null && <ChartSkeleton title="Breaches over time" />
            )}
          </PanelBody>
          {data && lanes.length > 0 && (
            <ObjectiveCourses comparison={comparison} look={look} breaches={data} />
          )}
        </Panel>
      )}
      {data && hasThresholds && (
        <Panel
          title="Thresholds of k6"
          description="As k6 itself judged them at the end of each run; they are no objectives of the definition."
        >
          <ThresholdTable comparison={comparison} look={look} breaches={data} />
        </Panel>
      )}
    </div>
  );
}

function LoadField({ load, onChange }: { load: string | null; onChange(load: string | null): void }) {
  return (
    <form
      className="w-64 max-w-full"
      onSubmit={(event) => {
        event.preventDefault();
        const said = new FormData(event.currentTarget).get('load');
        onChange(typeof said === 'string' && said.trim() !== '' ? said.trim() : null);
      }}
    >
      <TextField
        key={load ?? ''}
        label="Load told by"
        name="load"
        defaultValue={load ?? ''}
        placeholder="vus, else http_reqs"
        hint="A metric; Enter takes it"
      />
    </form>
  );
}

/** Lanes of what has a course over time. */
function lanesOf(data: BreachComparison, comparison: Comparison, look: GroupLook): BreachLane[] {
  return data.runs.flatMap(({ run, lengthMs, phases, objectives }) => {
    const group = comparison.runs.find(({ id }) => id === run)?.group ?? '';
    const name = nameWithin(comparison, run);
    return objectives.flatMap(({ name: objective, statistics, breaches, unit }): BreachLane[] => {
      if (statistics === null) return [];
      const ends = [lengthMs ?? 0, ...breaches.map(({ toMs }) => toMs), ...phases.map(({ toMs }) => toMs)];
      return [
        {
          run: [look.labels.get(group) ?? group, name].filter(Boolean).join(' '),
          objective,
          style: look.styles.get(group) ?? styleAt(0),
          lengthMs: Math.max(...ends),
          phases,
          breaches,
          unit,
        },
      ];
    });
  });
}
