import type { Comparison } from '@proofload/contracts';
import type { ReactNode } from 'react';
import { Panel, PanelBody } from '@/components/ui/panel';
import { ComparedRuns } from './compared-runs';
import { CovariateTable } from './covariate-table';
import type { GroupLook } from './group-look';
import { MeasurementTable, type MeasurementTableProps } from './measurement-table';
import { ForestFigure, MultipleFigure, multipliedMeasurements } from './ratio-figures';
import { SloMatrixTable } from './slo-matrix-table';

export interface ComparisonPanelsProps {
  comparison: Comparison;
  look: GroupLook;
  /** The figures over time and by percentile, from wherever the samples are. */
  figures: ReactNode;
  /** False in a report, which outlives its runs. */
  isLinked?: boolean;
  /** How a mean is shown; plain unless told otherwise. */
  renderValue?: MeasurementTableProps['renderValue'];
  measurementHint?: string;
}

/** Everything that a comparison shows, in the order of an argument: ratios, numbers, course, objectives, caveats. */
export function ComparisonPanels({
  comparison,
  look,
  figures,
  isLinked = true,
  renderValue,
  measurementHint = '',
}: ComparisonPanelsProps) {
  return (
    <div className="space-y-6">
      <Panel
        title="Measurements against the baseline"
        description="Ratio of the means with its 95 % interval. The green side is the better one; hollow points have no interval."
      >
        <PanelBody>
          <ForestFigure comparison={comparison} look={look} />
        </PanelBody>
      </Panel>
      <Panel
        title="Measurements"
        description={[
          'Means of the completed runs; a finding opens to what stands behind it.',
          sayMultiplicity(comparison),
          measurementHint,
        ]
          .join(' ')
          .trim()}
      >
        <MeasurementTable
          comparison={comparison}
          look={look}
          {...(renderValue === undefined ? {} : { renderValue })}
        />
      </Panel>
      {multipliedMeasurements(comparison).map((measurement) => (
        <Panel key={measurement.name}>
          <PanelBody>
            <MultipleFigure comparison={comparison} look={look} measurement={measurement} />
          </PanelBody>
        </Panel>
      ))}
      {figures}
      {comparison.slos.length > 0 && (
        <Panel
          title="Objectives"
          description="One row an objective, one column a run. Red cells did not hold."
        >
          <PanelBody>
            <SloMatrixTable comparison={comparison} look={look} isLinked={isLinked} />
          </PanelBody>
        </Panel>
      )}
      {comparison.covariates.length > 0 && (
        <Panel
          title="What else differed"
          description="Facts of the runs that are no factors of the experiment. They may explain a difference as well."
        >
          <CovariateTable comparison={comparison} look={look} />
        </Panel>
      )}
      <Panel title="Runs">
        <ComparedRuns comparison={comparison} look={look} isLinked={isLinked} />
      </Panel>
    </div>
  );
}

/** Over how many comparisons the verdicts hold together. */
function sayMultiplicity({ multiplicity }: Comparison): string {
  if (!multiplicity || multiplicity.comparisons === 0) return '';
  const { comparisons, level } = multiplicity;
  return comparisons === 1
    ? 'One comparison was made.'
    : `${comparisons} comparisons were made: verdicts are adjusted for that by Benjamini and Hochberg, at ${level * 100} %.`;
}
