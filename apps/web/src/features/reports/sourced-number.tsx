'use client';

import type { ComparedCell, Comparison } from '@proofload/contracts';
import { formatQuantity } from '@proofload/domain';
import type { ReactNode } from 'react';
import type { Provenance } from './provenance';
import { SourcePopover } from './source-popover';

export interface SourcedNumberProps {
  measurement: Comparison['measurements'][number];
  cell: ComparedCell;
  comparison: Comparison;
  provenance: Provenance | undefined;
  children: ReactNode;
}

/** A number of a comparison with where it comes from. */
export function SourcedNumber({ measurement, cell, comparison, provenance, children }: SourcedNumberProps) {
  const versions = [
    ...new Set(
      cell.values.flatMap(({ run }) => comparison.runs.find(({ id }) => id === run)?.definitionVersion ?? []),
    ),
  ];
  return (
    <SourcePopover
      label={`Where ${measurement.name} comes from`}
      facts={[
        {
          name: 'Expression',
          value: <code className="font-mono">{provenance?.expression ?? 'not defined'}</code>,
        },
        { name: 'Window', value: provenance?.window ?? 'whole run' },
        { name: 'n', value: `${cell.n} ${cell.n === 1 ? 'run' : 'runs'}, arithmetic mean` },
        {
          name: 'Runs',
          value: cell.values.map(({ run, value }) => (
            <span key={run} className="block">
              <code className="font-mono">{run}</code> {formatQuantity(value, measurement.unit)}
            </span>
          )),
        },
        {
          name: 'Definition',
          value: versions.length === 0 ? 'none' : `version ${versions.join(', ')}`,
        },
      ]}
    >
      {children}
    </SourcePopover>
  );
}
