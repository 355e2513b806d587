'use client';

import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { MenuButton } from './menu-button';

/** An action, or a download of what stands at an address. */
export type MenuEntry = { key?: string; icon: LucideIcon; label: string } & (
  | { onSelect(): void }
  | { href: string }
);

export interface MenuProps {
  label: string;
  entries: readonly MenuEntry[];
}

const itemClass =
  'flex items-center gap-2 rounded px-2 py-1.5 outline-none data-[highlighted]:bg-raised data-[disabled]:opacity-50';

/** What a menu is made of; `menu.tsx` loads it when it is to open. */
export function MenuWindow({ label, entries }: MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>
        <MenuButton aria-label={label} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 max-h-80 min-w-44 overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-lg"
        >
          {entries.map((entry) => (
            <Entry key={entry.key ?? entry.label} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { icon: Icon, label } = entry;
  const content = (
    <>
      <Icon aria-hidden className="size-4 text-muted" />
      <span className="tabular">{label}</span>
    </>
  );
  if ('href' in entry) {
    return (
      <DropdownMenu.Item className={itemClass} asChild>
        <a href={entry.href} download>
          {content}
        </a>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item className={itemClass} onSelect={entry.onSelect}>
      {content}
    </DropdownMenu.Item>
  );
}
