'use client';

import type { ReactNode } from 'react';
import { Panel, PanelBody } from '@/components/ui/panel';
import { BalanceBars } from './balance-bars';
import { BalancePair } from './balance-pair';
import { BalanceTable } from './balance-table';
import type { CompareState } from './compare-state';
import type { CompareTabProps } from './compare-tab-props';
import type { BalanceSamples } from './parts-samples';

export interface SampledBalanceProps extends Pick<CompareTabProps, 'comparison' | 'look'> {
  samples: BalanceSamples;
  view: Pick<CompareState, 'pair'>;
  onChange(change: Pick<CompareState, 'pair'>): void;
  /** The entities over time, from wherever their samples are. */
  heat: ReactNode;
}

/** How evenly load is spread, from samples: the figures, every entity, two groups entity by entity. */
export function SampledBalance({ heat, ...props }: SampledBalanceProps) {
  const { samples } = props;
  const silent = samples.runs.filter(({ note }) => note !== null);
  const absent = [...new Set(samples.runs.flatMap((run) => run.absent))];
  return (
    <>
      <Panel
        id="balance-figures"
        title={`Balance of ${samples.metric} over ${samples.label}`}
        description="Worked out run by run and then averaged: what is uneven in every run does not even out between them. Below each figure its ratio to the baseline."
      >
        <BalanceTable {...props} />
      </Panel>
      {(samples.notes.length > 0 || silent.length > 0 || absent.length > 0) && (
        <ul className="list-disc space-y-0.5 pl-5 text-muted">
          {samples.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          {silent.map(({ run, note }) => (
            <li key={run}>
              {props.comparison.runs.find(({ id }) => id === run)?.name ?? run}: {note}
            </li>
          ))}
          {absent.length > 0 && (
            <li>
              Without samples in a run of their group, and in no figure of it:{' '}
              {absent.slice(0, 20).join(', ')}
            </li>
          )}
        </ul>
      )}
      <Panel
        id="balance-bars"
        title={`By ${samples.label}`}
        description="Means of the completed runs, on one scale; a line through a bar goes from the least replicate to the greatest."
      >
        <PanelBody>
          <BalanceBars {...props} />
        </PanelBody>
      </Panel>
      <BalancePair {...props} />
      {heat}
    </>
  );
}
