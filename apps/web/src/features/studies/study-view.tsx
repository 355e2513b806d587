import type { Comparison, DraftEvaluation, Experiment, StudySummary } from '@proofload/contracts';
import { FileText, GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { DraftBody } from '../drafts/draft-body';
import { readViewDefinitions } from '../drafts/view-definitions';
import { TreatmentTable } from '../experiments/treatment-table';
import { sayContents } from './bookshelf';

export interface StudiedExperiment {
  experiment: Experiment;
  /** Of the published runs alone. */
  comparison: Comparison;
}

/** A published study: where it stands, what was asked, and its figures as tables of treatments. */
export function StudyView({
  study,
  experiments,
  report,
}: {
  study: StudySummary;
  experiments: readonly StudiedExperiment[];
  /** The report on it, worked out from the runs as they are now. */
  report: DraftEvaluation | null;
}) {
  const { citation } = study;
  return (
    <div className="space-y-5">
      <PageHeader
        title={study.title}
        actions={
          study.draft && (
            <Button asChild>
              <Link href={`/drafts/${study.draft}`}>
                <FileText aria-hidden className="size-4" />
                The report as a draft
              </Link>
            </Button>
          )
        }
      >
        <p className="max-w-prose">{study.summary}</p>
        <p className="text-muted">
          {study.system && `${study.system}. `}
          Published in{' '}
          <a className="text-accent underline" href={citation.url} rel="noreferrer">
            {citation.title}
          </a>
          {[citation.publisher, citation.published].filter(Boolean).map((part) => `, ${part}`)}. Here as{' '}
          {sayContents(study)}, none of which was executed here.
        </p>
      </PageHeader>
      {report && <DraftBody evaluation={report} definitions={readViewDefinitions(report)} isLinked />}
      <h2 className="pt-2 text-lg">Experiments and their published figures</h2>
      {experiments.map(({ experiment, comparison }) => (
        <Panel
          key={experiment.name}
          title={experiment.name}
          actions={
            <Button size="small" asChild>
              <Link href={`/compare?experiment=${experiment.name}`}>
                <GitCompareArrows aria-hidden className="size-4" />
                Compare
              </Link>
            </Button>
          }
        >
          <div className="space-y-2 px-4 pt-3">
            <p className="max-w-prose">
              <Link
                href={`/experiments/${experiment.name}`}
                className="font-medium text-accent hover:underline"
              >
                {experiment.objective}
              </Link>
            </p>
            <p className="max-w-prose text-muted">{comparison.summary}</p>
            <Excluded comparison={comparison} />
          </div>
          <TreatmentTable treatments={experiment.treatmentList} comparison={comparison} />
        </Panel>
      ))}
    </div>
  );
}

/** Runs that stalled or failed are findings too. */
function Excluded({ comparison: { groups } }: { comparison: Comparison }) {
  const excluded = groups.flatMap((group) => group.excluded.map((run) => ({ ...run, key: group.key })));
  if (excluded.length === 0) return null;
  return (
    <ul className="max-w-prose list-disc pl-5 text-muted">
      {excluded.map(({ run, key, reason }) => (
        <li key={run}>
          <Link href={`/runs/${run}`} className="text-accent underline">
            {key}
          </Link>
          : {reason}
        </li>
      ))}
    </ul>
  );
}
