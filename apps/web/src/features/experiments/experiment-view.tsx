'use client';

import type { Comparison, Experiment, RunList, SweepList } from '@proofload/contracts';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Tabs } from '@/components/ui/tabs';
import { RunTable } from '../runs/run-table';
import { SweepTable } from '../sweeps/sweep-table';
import { DefinitionEditor } from './definition-editor';
import { LaunchButton } from './launch-button';
import { TreatmentTable } from './treatment-table';
import { VersionDiffView } from './version-diff-view';

const tabs = ['sweeps', 'runs', 'definition', 'versions'] as const;

export interface ExperimentViewProps {
  experiment: Experiment;
  sweeps: SweepList;
  runs: RunList;
  comparison: Comparison | null;
}

/** One experiment: its question, its answer so far, and how it came about. */
export function ExperimentView({ experiment, sweeps, runs, comparison }: ExperimentViewProps) {
  const router = useRouter();
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('sweeps'));
  const { name, objective, treatments, replicates } = experiment;
  const launch = <LaunchButton name={name} treatments={treatments} replicates={replicates} />;
  return (
    <div className="space-y-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 space-y-2">
          <h1>{name}</h1>
          <p className="max-w-prose text-base">{objective}</p>
          <p className="flex flex-wrap gap-1.5">
            <Badge>version {experiment.version}</Badge>
            <Badge>
              {treatments} treatments × {replicates} replicates
            </Badge>
            {Object.entries(experiment.labels).map(([label, value]) => (
              <Badge key={label}>
                {label}: {value}
              </Badge>
            ))}
          </p>
        </div>
        {launch}
      </header>
      <Panel
        title="Treatments"
        description="Mean of the completed runs, with n, the spread between them and the ratio to the baseline."
      >
        {comparison === null ? (
          <EmptyState title="No run yet" action={launch}>
            <p>
              A sweep runs every treatment {replicates} times in random order. The results appear here while
              it goes on.
            </p>
          </EmptyState>
        ) : (
          <TreatmentTable experiment={experiment} comparison={comparison} />
        )}
      </Panel>
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
            label: `Runs (${runs.total})`,
            content: (
              <Panel>
                <RunTable runs={runs.items} empty="No run yet" />
              </Panel>
            ),
          },
          {
            value: 'definition',
            label: 'Definition',
            content: (
              <DefinitionEditor
                key={experiment.version}
                initial={experiment.source}
                action="Save as a new version"
                onSaved={(saved) => {
                  void setTab('versions');
                  if (saved.name === name) router.refresh();
                  else router.push(`/experiments/${saved.name}`);
                }}
              />
            ),
          },
          {
            value: 'versions',
            label: `Versions (${experiment.versions.length})`,
            content: (
              <Panel>
                <PanelBody>
                  <VersionDiffView experiment={experiment} />
                </PanelBody>
              </Panel>
            ),
          },
        ]}
      />
    </div>
  );
}
