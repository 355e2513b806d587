'use client';

import { Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';

const itemClass =
  'flex items-center gap-2 rounded px-2 py-1.5 outline-none data-[highlighted]:bg-raised data-[disabled]:opacity-50';

/** Actions that are not the one that most people come for. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button size="icon" className="size-9" aria-label={label}>
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 max-h-80 min-w-44 overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  icon: Icon,
  children,
  onSelect,
}: {
  icon: LucideIcon;
  children: ReactNode;
  onSelect(): void;
}) {
  return (
    <DropdownMenu.Item className={itemClass} onSelect={onSelect}>
      <Icon aria-hidden className="size-4 text-muted" />
      {children}
    </DropdownMenu.Item>
  );
}

/** An entry that downloads what stands at an address. */
export function MenuDownload({
  icon: Icon,
  children,
  href,
}: {
  icon: LucideIcon;
  children: ReactNode;
  href: string;
}) {
  return (
    <DropdownMenu.Item className={itemClass} asChild>
      <a href={href} download>
        <Icon aria-hidden className="size-4 text-muted" />
        {children}
      </a>
    </DropdownMenu.Item>
  );
}
