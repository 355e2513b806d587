'use client';

import type { ComparedCell, Comparison } from '@proofload/contracts';
import { formatQuantity } from '@proofload/domain';
import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Facts } from '@/components/ui/facts';
import type { Provenance } from './provenance';

export interface SourcedNumberProps {
  measurement: Comparison['measurements'][number];
  cell: ComparedCell;
  comparison: Comparison;
  provenance: Provenance | undefined;
  children: ReactNode;
}

/** A number that says on hover, focus or touch where it comes from. */
export function SourcedNumber({ measurement, cell, comparison, provenance, children }: SourcedNumberProps) {
  const [isOpen, setIsOpen] = useState(false);
  const versions = [
    ...new Set(
      cell.values.flatMap(({ run }) => comparison.runs.find(({ id }) => id === run)?.definitionVersion ?? []),
    ),
  ];
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="rounded underline decoration-muted decoration-dotted underline-offset-4"
          onPointerEnter={(event) => event.pointerType === 'mouse' && setIsOpen(true)}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setIsOpen(false)}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
        >
          {children}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          aria-label={`Where ${measurement.name} comes from`}
          className="z-50 w-80 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-panel p-3 text-xs shadow-xl"
        >
          <Facts
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
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
