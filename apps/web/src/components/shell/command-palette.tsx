'use client';

import { experimentListSchema, reportListSchema, runListSchema } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { callApi } from '@/features/api/call-api';
import { places } from './navigation';

const openEvent = 'proofload:open-palette';

export function openPalette(): void {
  window.dispatchEvent(new Event(openEvent));
}

/** Finds pages, experiments, runs and reports by name. Opened by Ctrl-K or Cmd-K. */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsOpen((open) => !open);
    };
    const onOpen = (): void => setIsOpen(true);
    window.addEventListener('keydown', onKey);
    window.addEventListener(openEvent, onOpen);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(openEvent, onOpen);
    };
  }, []);
  return (
    <Command.Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      label="Find a page, experiment, run or report"
      overlayClassName="fixed inset-0 z-40 bg-black/50"
      contentClassName="fixed top-[12vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-panel shadow-xl"
    >
      <PaletteContent onDone={() => setIsOpen(false)} />
    </Command.Dialog>
  );
}

function PaletteContent({ onDone }: { onDone(): void }) {
  const router = useRouter();
  const experiments = useQuery({
    queryKey: ['palette', 'experiments'],
    queryFn: ({ signal }) => callApi('/experiments?limit=100', experimentListSchema, { signal }),
  });
  const runs = useQuery({
    queryKey: ['palette', 'runs'],
    queryFn: ({ signal }) => callApi('/runs?limit=50', runListSchema, { signal }),
  });
  const reports = useQuery({
    queryKey: ['palette', 'reports'],
    queryFn: ({ signal }) => callApi('/reports', reportListSchema, { signal }),
  });
  const go = (href: string): void => {
    onDone();
    router.push(href);
  };
  return (
    <>
      <Command.Input
        placeholder="Find a page, experiment, run or report"
        className="w-full border-b border-line bg-panel px-4 py-3 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-muted">Nothing of that name</Command.Empty>
        <Group
          heading="Go to"
          items={places.map(({ href, label }) => ({ href, label, note: '' }))}
          onSelect={go}
        />
        <Group
          heading="Experiments"
          items={[
            { href: '/experiments/new', label: 'New experiment', note: '' },
            ...(experiments.data?.items ?? []).map(({ name, objective }) => ({
              href: `/experiments/${name}`,
              label: name,
              note: objective,
            })),
          ]}
          onSelect={go}
        />
        <Group
          heading="Runs"
          items={(runs.data?.items ?? []).map(({ id, name, status, outcome }) => ({
            href: `/runs/${id}`,
            label: name,
            note: `${outcome ?? status} ${id}`,
          }))}
          onSelect={go}
        />
        <Group
          heading="Reports"
          items={(reports.data?.items ?? []).map(({ id, title }) => ({
            href: `/r/${id}`,
            label: title,
            note: '',
          }))}
          onSelect={go}
        />
      </Command.List>
    </>
  );
}

interface PaletteItem {
  href: string;
  label: string;
  note: string;
}

function Group({
  heading,
  items,
  onSelect,
}: {
  heading: string;
  items: readonly PaletteItem[];
  onSelect(href: string): void;
}) {
  if (items.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {items.map(({ href, label, note }) => (
        <Command.Item
          key={href}
          value={`${label} ${note} ${href}`}
          onSelect={() => onSelect(href)}
          className="flex items-baseline gap-3 rounded-md px-2 py-1.5 aria-selected:bg-raised"
        >
          <span className="whitespace-nowrap">{label}</span>
          <span className="truncate text-xs text-muted">{note}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
