'use client';

import type { MetricList } from '@proofload/contracts';
import { ListFilter } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CheckField, inputClass } from '@/components/ui/field';
import { findMetrics } from './choose-metrics';

export interface MetricPickerProps {
  metrics: MetricList['metrics'];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** Chooses the metrics that are drawn. */
export function MetricPicker({ metrics, chosen, onChange }: MetricPickerProps) {
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
          <Choices metrics={metrics} chosen={chosen} onChange={onChange} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices({ metrics, chosen, onChange }: MetricPickerProps) {
  const [search, setSearch] = useState('');
  // Boxes do not move away from under the pointer: what was chosen as the list opened is on top.
  const [first] = useState(chosen);
  const { shown, found } = useMemo(() => findMetrics(metrics, search, first), [metrics, search, first]);
  const toggle = (metric: string): void =>
    onChange(chosen.includes(metric) ? chosen.filter((other) => other !== metric) : [...chosen, metric]);
  return (
    <>
      <input
        type="search"
        aria-label="Search metrics"
        placeholder="Search metrics"
        className={inputClass}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="overflow-y-auto">
        {shown.map(({ metric, source, series }) => (
          <CheckField
            key={metric}
            label={<span className="break-all">{metric}</span>}
            hint={`${source}, ${series} series`}
            checked={chosen.includes(metric)}
            onChange={() => toggle(metric)}
          />
        ))}
        {found === 0 && <p className="py-2 text-muted">No metric has this in its name.</p>}
      </div>
      {found > shown.length && (
        <p role="status" className="tabular text-xs text-muted">
          {shown.length} of {found} metrics are listed. Search to see others.
        </p>
      )}
    </>
  );
}
