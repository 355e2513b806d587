import type { DraftEvaluation, ReportSummary } from '@proofload/contracts';
import { Time } from '@/components/ui/time';
import { FrozenDefinitions, ReportFacts } from '../reports/frozen-facts';
import { DraftBody } from './draft-body';
import { readViewDefinitions } from './view-definitions';

/** A frozen draft as a page to read: everything on it comes from the snapshot. */
export function DraftReport({ report, evaluation }: { report: ReportSummary; evaluation: DraftEvaluation }) {
  return (
    <article data-report className="space-y-6">
      <header className="mx-auto max-w-[40rem] space-y-3">
        <h1 className="text-2xl text-balance sm:text-3xl">{report.title}</h1>
        <p className="text-muted">
          Frozen <Time at={report.createdAt} /> by {report.createdBy}
        </p>
      </header>
      <DraftBody evaluation={evaluation} definitions={readViewDefinitions(evaluation)} isLinked={false} />
      <footer className="mx-auto max-w-[40rem] space-y-4">
        <FrozenDefinitions definitions={evaluation.definitions} />
        <ReportFacts report={report} />
      </footer>
    </article>
  );
}
