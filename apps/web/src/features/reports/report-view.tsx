'use client';

import type { ComparisonSnapshot, Report, ReportSummary } from '@proofload/contracts';
import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { ComparisonPanels } from '../compare/comparison-panels';
import { Findings } from '../compare/findings';
import { lookOfGroups } from '../compare/group-look';
import { TreatmentChips } from '../compare/treatment-chips';
import { FrozenDefinitions, ReportFacts } from './frozen-facts';
import { FrozenFigures } from './frozen-figures';
import type { FrozenDefinition } from './provenance';
import { partTitles, shownParts } from './shown-parts';
import { SourcedNumber } from './sourced-number';

/** Below the summary, so what they are drawn with need not be there before it is. */
const FrozenParts = dynamic(() => import('./frozen-parts').then((part) => part.FrozenParts), {
  loading: () => (
    <div data-loading>
      <Skeleton className="h-96 w-full" />
    </div>
  ),
});

/** A frozen comparison as a page to read: everything on it comes from the snapshot. */
export function ReportView({
  report,
  snapshot,
  definition,
}: {
  report: ReportSummary & Pick<Report, 'note'>;
  snapshot: ComparisonSnapshot;
  definition: FrozenDefinition;
}) {
  const { comparison, parts } = snapshot;
  const further = parts ? shownParts(parts) : [];
  const look = useMemo(
    () => lookOfGroups(comparison, definition.treatments),
    [comparison, definition.treatments],
  );
  const paragraphs = report.note.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <article data-report className="space-y-8">
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
      {further.length > 0 && (
        <nav aria-label="Parts of the report" className="no-print mx-auto max-w-[70ch]">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            <li>
              <a href="#part-summary" className="text-accent hover:underline">
                Summary
              </a>
            </li>
            {further.map((part) => (
              <li key={part}>
                <a href={`#part-${part}`} className="text-accent hover:underline">
                  {partTitles[part]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div id="part-summary" data-block="summary" className="scroll-mt-4">
        <ComparisonPanels
          comparison={comparison}
          look={look}
          isLinked={false}
          measurementHint="Point at a mean, or move the focus to it, to see where it comes from."
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
          figures={<FrozenFigures snapshot={snapshot} look={look} limitSource={definition.limitSource} />}
        />
      </div>
      {parts && <FrozenParts parts={parts} comparison={comparison} look={look} />}
      <footer className="mx-auto max-w-[70ch] space-y-4">
        <FrozenDefinitions definitions={snapshot.definitions} />
        <ReportFacts report={report} />
      </footer>
    </article>
  );
}
