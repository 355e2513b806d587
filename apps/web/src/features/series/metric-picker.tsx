'use client';

import type { MetricList } from '@proofload/contracts';
import { ListFilter } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CheckField, inputClass } from '@/components/ui/field';

export interface MetricPickerProps {
  metrics: MetricList['metrics'];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** Chooses the metrics that are drawn. */
export function MetricPicker({ metrics, chosen, onChange }: MetricPickerProps) {
  const [search, setSearch] = useState('');
  const found = metrics.filter(({ metric }) => metric.toLowerCase().includes(search.toLowerCase()));
  const toggle = (metric: string): void =>
    onChange(chosen.includes(metric) ? chosen.filter((other) => other !== metric) : [...chosen, metric]);
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button size="small">
          <ListFilter aria-hidden className="size-4" />
          Metrics ({chosen.length} of {metrics.length})
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          aria-label="Metrics to draw"
          className="z-50 flex max-h-96 w-80 max-w-[calc(100vw-2rem)] flex-col gap-2 rounded-md border border-line bg-panel p-3 shadow-xl"
        >
          <input
            type="search"
            aria-label="Search metrics"
            placeholder="Search metrics"
            className={inputClass}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <div className="overflow-y-auto">
            {found.map(({ metric, source, series }) => (
              <CheckField
                key={metric}
                label={<span className="break-all">{metric}</span>}
                hint={`${source}, ${series} series`}
                checked={chosen.includes(metric)}
                onChange={() => toggle(metric)}
              />
            ))}
            {found.length === 0 && <p className="py-2 text-muted">No metric has this in its name.</p>}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
