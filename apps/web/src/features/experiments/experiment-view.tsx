'use client';

import type { Comparison, Experiment, RunList, SweepList } from '@proofload/contracts';
import { GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Tabs } from '@/components/ui/tabs';
import { MixedNotes } from '../compare/mixed-notes';
import { EvaluationOfferPanel } from '../evaluations/evaluation-offer-panel';
import { ChangesBadge } from '../history/changes-badge';
import { HistoryTab } from '../history/history-tab';
import { useRefresh } from '../reader/use-refresh';
import { countText } from '../runs/count-text';
import { RunTable } from '../runs/run-table';
import { SweepTable } from '../sweeps/sweep-table';
import { DefinitionEditor } from './definition-editor';
import { LaunchButton } from './launch-button';
import { TreatmentTable } from './treatment-table';
import { VersionDiffView } from './version-diff-view';

const tabs = ['sweeps', 'runs', 'history', 'definition', 'versions'] as const;

export interface ExperimentViewProps {
  experiment: Experiment;
  sweeps: SweepList;
  runs: RunList;
  /** Null when nothing was run yet. */
  comparison: Comparison | null;
}

/** One experiment: its question, its answer so far, and how it came about. */
export function ExperimentView({ experiment, sweeps, runs, comparison }: ExperimentViewProps) {
  useRefresh(experiment.runs.active > 0);
  const { name, objective, treatments, replicates } = experiment;
  return (
    <div className="space-y-5">
      <PageHeader title={name} actions={<LaunchButton name={name} />}>
        <p className="max-w-prose text-base">{objective}</p>
        <p className="flex flex-wrap gap-1.5">
          <ChangesBadge experiment={experiment} />
          <Badge>version {experiment.version}</Badge>
          <Badge>
            {treatments} {treatments === 1 ? 'treatment' : 'treatments'} × {replicates}{' '}
            {replicates === 1 ? 'replicate' : 'replicates'}
          </Badge>
          {Object.entries(experiment.labels).map(([label, value]) => (
            <Badge key={label}>
              {label}: {value}
            </Badge>
          ))}
        </p>
      </PageHeader>
      <Panel
        title="Treatments"
        description={comparison?.summary}
        actions={
          comparison && (
            <Button size="small" asChild>
              <Link href={`/compare?experiment=${name}`}>
                <GitCompareArrows aria-hidden className="size-4" />
                Compare in detail
              </Link>
            </Button>
          )
        }
      >
        {comparison === null ? (
          <EmptyState title="No run yet">
            <p>
              A sweep runs every treatment {replicates} times in random order. The results appear here while
              it goes on.
            </p>
          </EmptyState>
        ) : (
          <>
            <TreatmentTable treatments={experiment.treatmentList} comparison={comparison} />
            <p className="border-t border-line px-4 py-2 text-xs text-muted">
              Mean of the n completed runs, the least and the greatest of them, and the ratio to the baseline
              with its 95 % interval.
              {runs.total > comparison.runs.length && ` Of the newest ${comparison.runs.length} runs.`}
            </p>
            <MixedNotes measurements={comparison.measurements} />
          </>
        )}
      </Panel>
      <ExperimentTabs experiment={experiment} sweeps={sweeps} runs={runs} />
    </div>
  );
}

function ExperimentTabs({ experiment, sweeps, runs }: Omit<ExperimentViewProps, 'comparison'>) {
  const router = useRouter();
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('sweeps'));
  const afterSaving = ({ name }: { name: string }): void => {
    if (name !== experiment.name) {
      router.push(`/experiments/${name}`);
      return;
    }
    void setTab('versions');
    router.refresh();
  };
  return (
    <Tabs
      label="Parts of the experiment"
      value={tab}
      onValueChange={(value) => void setTab(tabs.find((known) => known === value) ?? 'sweeps')}
      items={[
        {
          value: 'sweeps',
          label: 'Sweeps',
          content: (
            <Panel>
              <SweepTable sweeps={sweeps.items} />
            </Panel>
          ),
        },
        {
          value: 'runs',
          label: `Runs (${countText(runs)})`,
          content: <ExperimentRuns name={experiment.name} runs={runs} />,
        },
        {
          value: 'history',
          label: 'History',
          content: <HistoryTab experiment={experiment} />,
        },
        {
          value: 'definition',
          label: 'Definition',
          content: (
            <DefinitionEditor
              key={experiment.version}
              initial={experiment.source}
              action="Save as a new version"
              onSaved={afterSaving}
            />
          ),
        },
        {
          value: 'versions',
          label: `Versions (${experiment.versions.length})`,
          content: (
            <Panel>
              <PanelBody className="space-y-4">
                <EvaluationOfferPanel name={experiment.name} version={experiment.latestVersion} />
                <VersionDiffView experiment={experiment} />
              </PanelBody>
            </Panel>
          ),
        },
      ]}
    />
  );
}

function ExperimentRuns({ name, runs }: { name: string; runs: RunList }) {
  return (
    <Panel>
      <RunTable runs={runs.items} empty="No run yet" isTall />
      {runs.total > runs.items.length && (
        <p className="border-t border-line px-4 py-2">
          <Link
            href={`/runs?filter=${encodeURIComponent(`experiment="${name}"`)}`}
            className="text-accent hover:underline"
          >
            All {countText(runs)} runs
          </Link>
        </p>
      )}
    </Panel>
  );
}
