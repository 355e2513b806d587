'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabItem {
  value: string;
  label: string;
  content: ReactNode;
}

export function Tabs({
  value,
  onValueChange,
  items,
  label,
}: {
  value: string;
  onValueChange(value: string): void;
  items: readonly TabItem[];
  label: string;
}) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-4">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
