'use client';

import type { ExperimentList, RunList, SweepList } from '@proofload/contracts';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CheckField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Time } from '@/components/ui/time';
import { Params } from '../runs/params';

export interface ComparePickerProps {
  experiments: ExperimentList['items'];
  sweeps: SweepList['items'];
  runs: RunList['items'];
}

/** Where nothing is chosen yet: experiments, sweeps and runs to begin with. */
export function ComparePicker({ experiments, sweeps, runs }: ComparePickerProps) {
  const compared = experiments.filter((experiment) => experiment.runs.total > 0);
  return (
    <div className="space-y-6">
      <header className="space-y-1">
        <h1>Compare</h1>
        <p className="max-w-prose text-muted">
          Choose what to compare: the treatments of a sweep, all runs of an experiment, or any runs.
        </p>
      </header>
      {runs.length === 0 && (
        <Panel>
          <PanelBody className="space-y-3">
            <p className="text-base font-medium">There is nothing to compare yet</p>
            <p className="text-muted">
              Launch an experiment first; its treatments can be compared as soon as runs have ended.
            </p>
            <Button variant="primary" asChild>
              <Link href="/experiments">See the experiments</Link>
            </Button>
          </PanelBody>
        </Panel>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        {sweeps.length > 0 && (
          <Panel title="Sweeps">
            <ul className="divide-y divide-line">
              {sweeps.map(({ id, experiment, createdAt, counts }) => (
                <PickRow key={id} href={`/compare?sweep=${id}`} title={experiment}>
                  {counts.completed} of {counts.total} runs completed, launched{' '}
                  <Time at={createdAt} style="short" />
                </PickRow>
              ))}
            </ul>
          </Panel>
        )}
        {compared.length > 0 && (
          <Panel title="Experiments">
            <ul className="divide-y divide-line">
              {compared.map(({ name, objective, runs: { total } }) => (
                <PickRow key={name} href={`/compare?experiment=${name}`} title={name}>
                  {total} {total === 1 ? 'run' : 'runs'}. {objective}
                </PickRow>
              ))}
            </ul>
          </Panel>
        )}
      </div>
      {runs.length > 0 && <RunPicker runs={runs} />}
    </div>
  );
}

function PickRow({ href, title, children }: { href: string; title: string; children: React.ReactNode }) {
  return (
    <li className="px-4 py-2.5 hover:bg-raised/50">
      <Link href={href} className="font-medium text-accent hover:underline">
        {title}
      </Link>
      <p className="line-clamp-2 text-muted">{children}</p>
    </li>
  );
}

function RunPicker({ runs }: { runs: RunList['items'] }) {
  const router = useRouter();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Panel
      title="Recent runs"
      actions={
        <Button
          variant="primary"
          size="small"
          disabled={chosen.length < 2}
          onClick={() => router.push(`/compare?runs=${chosen.join(',')}&by=run`)}
        >
          {chosen.length === 1
            ? 'Compare 1 run'
            : `Compare ${chosen.length > 0 ? `${chosen.length} ` : ''}runs`}
        </Button>
      }
    >
      <ul className="grid px-4 py-2 sm:grid-cols-2 xl:grid-cols-3">
        {runs.map((run) => (
          <li key={run.id}>
            <CheckField
              checked={chosen.includes(run.id)}
              onChange={() => toggle(run.id)}
              label={
                <>
                  <span className="font-medium">{run.name}</span> <Params params={run.params} />
                </>
              }
              hint={<Time at={run.createdAt} style="short" />}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
