'use client';

import { type BreachLane, buildBreachTimeline, styleAt } from '@proofload/charts';
import type { BreachComparison, Comparison } from '@proofload/contracts';
import { type ReactNode, useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { GroupLook } from './group-look';
import { nameWithin, ObjectiveCourses, ThresholdTable } from './objective-courses';
import { ObjectiveMatrix } from './objective-matrix';

export interface ObjectivePanelsProps {
  comparison: Comparison;
  look: GroupLook;
  /** Null until they are there. */
  breaches: BreachComparison | null;
  isLoading?: boolean;
  /** What changes the timeline. */
  actions?: ReactNode;
}

/** Objectives by run and phase, breaches over time, and thresholds as k6 judged them. */
export function ObjectivePanels({
  comparison,
  look,
  breaches,
  isLoading = false,
  actions,
}: ObjectivePanelsProps) {
  const lanes = useMemo(
    () => (breaches ? lanesOf(breaches, comparison, look) : []),
    [breaches, comparison, look],
  );
  const model = useMemo(() => buildBreachTimeline(lanes), [lanes]);
  const hasThresholds = breaches?.runs.some(({ thresholds }) => thresholds.length > 0) ?? false;
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
      {comparison.slos.length > 0 && (
        <Panel
          id="slo-matrix"
          title="Objectives by run and phase"
          description="One row an objective, one column a run. Over a cell stands how long it did not hold, and from which load on."
        >
          <PanelBody>
            <ObjectiveMatrix comparison={comparison} look={look} breaches={breaches ?? undefined} />
            {breaches && breaches.omitted > 0 && (
              <p className="mt-2 text-xs text-muted">
                The samples of {breaches.omitted} further runs were not looked at: they have values, but no
                phases and no course over time. Compare fewer runs to see them.
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
          actions={actions}
        >
          <PanelBody className="space-y-4">
            {breaches ? (
              <Chart
                id="breaches"
                model={model}
                empty="None of these runs was sampled while it ran: their values were reported, and tell no times"
              />
            ) : (
              isLoading && <ChartSkeleton title="Breaches over time" />
            )}
          </PanelBody>
          {breaches && lanes.length > 0 && (
            <ObjectiveCourses comparison={comparison} look={look} breaches={breaches} />
          )}
        </Panel>
      )}
      {breaches && hasThresholds && (
        <Panel
          title="Thresholds of k6"
          description="As k6 itself judged them at the end of each run; they are no objectives of the definition."
        >
          <ThresholdTable comparison={comparison} look={look} breaches={breaches} />
        </Panel>
      )}
    </div>
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
