'use client';

import type { Report } from '@proofload/contracts';
import { useMemo } from 'react';
import { Facts } from '@/components/ui/facts';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Time } from '@/components/ui/time';
import { ComparedRuns } from '../compare/compared-runs';
import { CovariateTable } from '../compare/covariate-table';
import { Findings } from '../compare/findings';
import { lookOfGroups } from '../compare/group-look';
import { MeasurementTable } from '../compare/measurement-table';
import { ForestFigure, MultipleFigure, multipliedMeasurements } from '../compare/ratio-figures';
import { SloMatrixTable } from '../compare/slo-matrix-table';
import { TreatmentChips } from '../compare/treatment-chips';
import { FrozenFigures } from './frozen-figures';
import type { FrozenDefinition } from './provenance';
import { SourcedNumber } from './sourced-number';

/** A frozen comparison as a page to read: everything on it comes from the snapshot. */
export function ReportView({ report, definition }: { report: Report; definition: FrozenDefinition }) {
  const { snapshot } = report;
  const { comparison } = snapshot;
  const look = useMemo(
    () => lookOfGroups(comparison, definition.treatments),
    [comparison, definition.treatments],
  );
  const paragraphs = report.note.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <article className="space-y-8">
      <header className="mx-auto max-w-[70ch] space-y-3">
        <h1 className="text-2xl text-balance sm:text-3xl">{report.title}</h1>
        <p className="text-muted">
          Frozen <Time at={report.createdAt} /> by {report.createdBy}
          {comparison.experiment && <>, from the experiment {comparison.experiment}</>}
        </p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="text-base leading-relaxed whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </header>
      <section className="mx-auto max-w-[70ch] space-y-4" aria-label="Findings">
        <Findings comparison={comparison} />
        <TreatmentChips comparison={comparison} look={look} />
      </section>
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
          description="Means of the completed runs. Point at a mean, or move the focus to it, to see where it comes from."
        >
          <MeasurementTable
            comparison={comparison}
            look={look}
            renderValue={(measurement, cell, value) => (
              <SourcedNumber
                measurement={measurement}
                cell={cell}
                comparison={comparison}
                provenance={definition.provenance[measurement.name]}
              >
                {value}
              </SourcedNumber>
            )}
          />
        </Panel>
        {multipliedMeasurements(comparison).map((measurement) => (
          <Panel key={measurement.name}>
            <PanelBody>
              <MultipleFigure comparison={comparison} look={look} measurement={measurement} />
            </PanelBody>
          </Panel>
        ))}
        <FrozenFigures snapshot={snapshot} look={look} limitSource={definition.limitSource} />
        {comparison.slos.length > 0 && (
          <Panel
            title="Objectives"
            description="One row an objective, one column a run. Red cells did not hold."
          >
            <PanelBody>
              <SloMatrixTable comparison={comparison} look={look} isLinked={false} />
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
          <ComparedRuns comparison={comparison} look={look} isLinked={false} />
        </Panel>
      </div>
      <footer className="mx-auto max-w-[70ch] space-y-4">
        {snapshot.definitions.map(({ experiment, version, source }) => (
          <details key={`${experiment} ${version}`} className="rounded-lg border border-line bg-panel">
            <summary className="cursor-pointer px-4 py-3 font-medium">
              Definition of {experiment}, version {version}
            </summary>
            <pre className="overflow-x-auto border-t border-line p-4 font-mono text-xs whitespace-pre-wrap break-words">
              {source}
            </pre>
          </details>
        ))}
        <Facts
          className="text-xs"
          facts={[
            { name: 'Report', value: <code className="font-mono break-all">{report.url}</code> },
            { name: 'Runs', value: report.runs },
            { name: 'SHA-256', value: <code className="font-mono break-all">{report.digest}</code> },
          ]}
        />
        <p className="text-xs text-muted">
          The digest is that of the canonical JSON of note, snapshot and title, as the API gives them for this
          report.
        </p>
      </footer>
    </article>
  );
}
