'use client';

import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useDebounced } from '@/features/reader/use-debounced';
import { useFocusReturn } from '../ui/use-focus-return';
import { type PaletteItem, usePaletteGroups } from './use-palette-items';

const label = 'Find a page, experiment, run, report or action';

export interface PaletteWindowProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What the palette is made of; `command-palette.tsx` loads it. */
export function PaletteWindow({ open, onOpenChange }: PaletteWindowProps) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed top-[10vh] left-1/2 z-50 w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-panel shadow-xl"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          <Palette onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onDone }: { onDone(): void }) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const groups = usePaletteGroups(useDebounced(typed, 150));
  const choose = ({ target }: PaletteItem): void => {
    onDone();
    if (typeof target === 'string') router.push(target);
    else target();
  };
  return (
    <Command label={label} loop>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={label}
        className="w-full border-b border-line bg-panel px-4 py-3 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[55vh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-muted">Nothing of that name</Command.Empty>
        {groups
          .filter(({ items }) => items.length > 0)
          .map(({ heading, items }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
            >
              {items.map((item) => (
                <Command.Item
                  key={item.id}
                  value={`${item.label} ${item.note} ${item.id}`}
                  onSelect={() => choose(item)}
                  className="flex items-center gap-2.5 rounded-md px-2 py-1.5 aria-selected:bg-raised"
                >
                  <item.icon aria-hidden className="size-4 shrink-0 text-muted" />
                  <span className="whitespace-nowrap">{item.label}</span>
                  <span className="truncate text-xs text-muted">{item.note}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
      </Command.List>
    </Command>
  );
}
