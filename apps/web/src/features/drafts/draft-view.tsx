'use client';

import type { Comparison, EvaluatedView } from '@proofload/contracts';
import { type ReactNode, useMemo } from 'react';
import { Panel, PanelBody } from '@/components/ui/panel';
import { CapacityPanels } from '../compare/capacity-panels';
import { ComparedRuns } from '../compare/compared-runs';
import { ComparisonPanels } from '../compare/comparison-panels';
import { CovariateTable } from '../compare/covariate-table';
import { Findings } from '../compare/findings';
import { FrozenBalance } from '../compare/frozen-balance';
import { FrozenBreakdown } from '../compare/frozen-breakdown';
import { type GroupLook, lookOfGroups } from '../compare/group-look';
import { MeasurementTable } from '../compare/measurement-table';
import { ObjectivePanels } from '../compare/objective-panels';
import { ForestFigure, MultipleFigure, multipliedMeasurements } from '../compare/ratio-figures';
import { LinkedRuns } from '../compare/run-link';
import { ScalingCurves } from '../compare/scaling-curves';
import { SloMatrixTable } from '../compare/slo-matrix-table';
import { FrozenParallel } from '../compare/trade-offs/frozen-parallel';
import { TradeOffFigure } from '../compare/trade-offs/trade-off-figure';
import { TreatmentChips } from '../compare/treatment-chips';
import { FrozenFigures } from '../reports/frozen-figures';
import type { FrozenDefinition } from '../reports/provenance';
import { SourcedNumber } from '../reports/sourced-number';
import { EnvironmentTable } from './environment-table';
import { MethodsText } from './methods-text';
import { ResponseCurves } from './response-curves';

export interface DraftViewProps {
  id: string;
  view: EvaluatedView;
  definition: FrozenDefinition | null;
  isLinked: boolean;
}

const titles: Record<EvaluatedView['view'], string> = {
  comparison: 'Comparison',
  forest: 'Measurements against the baseline',
  table: 'Measurements',
  multiples: 'Multiples of the baseline',
  'response-curve': 'Response curve',
  scaling: 'Scaling',
  'trade-off': 'Trade-off',
  objectives: 'Objectives by run and phase',
  capacity: 'Capacity',
  balance: 'Balance',
  breakdown: 'Breakdown',
  latency: 'Latency by verb or endpoint',
  parallel: 'All side by side',
  'slo-matrix': 'Objectives',
  covariates: 'What else differed',
  runs: 'Runs',
  'over-time': 'Over time',
  percentiles: 'Latency percentiles',
  methods: 'Methods',
  environment: 'Environment',
};

/** A block of a draft: the same tables and figures as the compare page, or a section made from the data. */
export function DraftView({ id, view, definition, isLinked }: DraftViewProps) {
  const { comparison, curves, scaling, methods, environment, problem } = view;
  const title = view.title ?? titles[view.view];
  return (
    <div id={id} data-block={id} className="mx-auto w-full max-w-[72rem] scroll-mt-4 text-sm leading-normal">
      {problem !== null ? (
        <Panel title={title}>
          <p className="p-4 text-warn">
            Line {view.line}: {problem}
          </p>
        </Panel>
      ) : (
        <LinkedRuns value={isLinked}>
          {comparison && (
            <ComparedView
              id={id}
              view={view}
              comparison={comparison}
              definition={definition}
              isLinked={isLinked}
            />
          )}
          {curves && <ResponseCurves id={id} title={title} curves={curves} />}
          {scaling && (
            <section aria-label={title} className="space-y-4">
              {view.title && <h3 className="text-base">{view.title}</h3>}
              <ScalingCurves scaling={scaling} />
            </section>
          )}
          {methods && (
            <Panel title={title}>
              <MethodsText methods={methods} />
            </Panel>
          )}
          {environment && (
            <Panel title={title}>
              <EnvironmentTable environment={environment} />
            </Panel>
          )}
        </LinkedRuns>
      )}
    </div>
  );
}

function ComparedView({
  id,
  view,
  comparison,
  definition,
  isLinked,
}: DraftViewProps & { comparison: Comparison }) {
  const look = useMemo(
    () => lookOfGroups(comparison, definition?.treatments ?? []),
    [comparison, definition],
  );
  const title = view.title ?? titles[view.view];
  const renderValue: Parameters<typeof MeasurementTable>[0]['renderValue'] = (measurement, cell, value) => (
    <SourcedNumber
      measurement={measurement}
      cell={cell}
      comparison={comparison}
      provenance={definition?.provenance[measurement.name]}
    >
      {value}
    </SourcedNumber>
  );
  if (view.view === 'over-time' || view.view === 'percentiles') {
    const { series, metrics } = view.figures ?? { series: [], metrics: [] };
    return (
      <FrozenFigures
        snapshot={{ comparison, series, metrics, view: {} }}
        look={look}
        limitSource={null}
        only={view.view}
        title={title}
      />
    );
  }
  if (view.view === 'parallel') return <FrozenParallel comparison={comparison} look={look} title={title} />;
  if (view.breaches || view.capacity || view.balance || view.breakdown || view.latency) {
    return (
      <section aria-label={title} className="space-y-4">
        {view.title && <h3 className="text-base">{view.title}</h3>}
        {view.breaches && <ObjectivePanels comparison={comparison} look={look} breaches={view.breaches} />}
        {view.capacity && <CapacityPanels comparison={comparison} look={look} capacity={view.capacity} />}
        {view.balance && (
          <FrozenBalance
            comparison={comparison}
            look={look}
            balance={view.balance}
            entities={view.entities ?? []}
          />
        )}
        {(view.breakdown || view.latency) && (
          <FrozenBreakdown
            comparison={comparison}
            look={look}
            breakdown={view.breakdown ?? null}
            latency={view.latency ?? null}
          />
        )}
      </section>
    );
  }
  if (view.tradeOff) {
    return (
      <Panel title={title}>
        <PanelBody className="space-y-4">
          <TradeOffFigure
            id={`${id}-trade-off`}
            tradeOff={view.tradeOff}
            comparison={comparison}
            look={look}
          />
        </PanelBody>
      </Panel>
    );
  }
  if (view.view !== 'comparison')
    return <Panel title={title}>{part(view.view, { comparison, look, isLinked, renderValue })}</Panel>;
  return (
    <section aria-label={title} className="space-y-4">
      {view.title && <h3 className="text-base">{view.title}</h3>}
      <Findings comparison={comparison} />
      <TreatmentChips comparison={comparison} look={look} />
      <ComparisonPanels
        comparison={comparison}
        look={look}
        isLinked={isLinked}
        measurementHint="Point at a mean, or move the focus to it, to see where it comes from."
        renderValue={renderValue}
        figures={null}
      />
    </section>
  );
}

interface PartInput {
  comparison: Comparison;
  look: GroupLook;
  isLinked: boolean;
  renderValue: Parameters<typeof MeasurementTable>[0]['renderValue'];
}

function part(
  view: EvaluatedView['view'],
  { comparison, look, isLinked, renderValue }: PartInput,
): ReactNode {
  switch (view) {
    case 'forest':
      return (
        <PanelBody>
          <ForestFigure comparison={comparison} look={look} />
        </PanelBody>
      );
    case 'multiples':
      return (
        <PanelBody className="space-y-4">
          {multipliedMeasurements(comparison).map((measurement) => (
            <MultipleFigure
              key={measurement.name}
              comparison={comparison}
              look={look}
              measurement={measurement}
            />
          ))}
        </PanelBody>
      );
    case 'slo-matrix':
      return comparison.slos.length === 0 ? (
        <p className="p-4 text-muted">These runs have no objectives</p>
      ) : (
        <PanelBody>
          <SloMatrixTable comparison={comparison} look={look} isLinked={isLinked} />
        </PanelBody>
      );
    case 'covariates':
      return comparison.covariates.length === 0 ? (
        <p className="p-4 text-muted">Nothing else that is known of the runs differed</p>
      ) : (
        <CovariateTable comparison={comparison} look={look} />
      );
    case 'runs':
      return <ComparedRuns comparison={comparison} look={look} isLinked={isLinked} />;
    default:
      return (
        <MeasurementTable comparison={comparison} look={look} {...(renderValue ? { renderValue } : {})} />
      );
  }
}
