'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  FileText,
  FlaskConical,
  Keyboard,
  ListOrdered,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Play,
  Plus,
  Sun,
} from 'lucide-react';
import { answers } from '@/features/api/answers';
import { callApi } from '@/features/api/call-api';
import { signOut } from '@/features/settings/sign-out';
import { applyTheme } from '@/features/settings/theme-switch';
import { places } from './navigation';
import { openShortcuts } from './window-events';

export interface PaletteItem {
  id: string;
  icon: LucideIcon;
  label: string;
  note: string;
  /** Where it leads, or what it does. */
  target: string | (() => void);
}

export interface PaletteGroup {
  heading: string;
  items: readonly PaletteItem[];
}

const listed = 50;

/**
 * What the palette offers. Experiments and reports are matched in the browser; runs, of which there may be very many,
 * are asked for by what has been typed.
 */
export function usePaletteGroups(typed: string): PaletteGroup[] {
  const experiments = useQuery({
    queryKey: ['palette', 'experiments'],
    queryFn: ({ signal }) => callApi('/experiments?limit=500', answers.experimentList, { signal }),
  });
  const runs = useQuery({
    queryKey: ['palette', 'runs', typed],
    queryFn: ({ signal }) => callApi(`/runs?${runQuery(typed)}`, answers.runList, { signal }),
    placeholderData: keepPreviousData,
  });
  const reports = useQuery({
    queryKey: ['palette', 'reports'],
    queryFn: ({ signal }) => callApi('/reports', answers.reportList, { signal }),
  });
  const names = (experiments.data?.items ?? []).map(({ name, objective }) => ({ name, objective }));
  return [
    {
      heading: 'Go to',
      items: places.map(({ href, label, icon }) => ({ id: href, icon, label, note: '', target: href })),
    },
    { heading: 'Do', items: [...actions, ...names.map(toLaunchItem)] },
    { heading: 'Experiments', items: names.map(toExperimentItem) },
    {
      heading: 'Runs',
      items: (runs.data?.items ?? []).map(({ id, name, status, outcome }) => ({
        id,
        icon: Play,
        label: name,
        note: `${outcome ?? status} · ${id}`,
        target: `/runs/${id}`,
      })),
    },
    {
      heading: 'Reports',
      items: (reports.data?.items ?? []).map(({ id, title }) => ({
        id,
        icon: FileText,
        label: title,
        note: '',
        target: `/r/${id}`,
      })),
    },
  ];
}

/** Runs whose name or id has what was typed; the newest before anything was. */
function runQuery(typed: string): string {
  const text = typed.trim().slice(0, 100);
  const quoted = `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const query = new URLSearchParams({ limit: String(listed), sort: '-createdAt' });
  if (text !== '') query.set('filter', `name ~ ${quoted} or id ~ ${quoted}`);
  return query.toString();
}

const actions: readonly PaletteItem[] = [
  { id: 'queue', icon: ListOrdered, label: 'Sweeps in progress', note: '', target: '/sweeps' },
  { id: 'new', icon: Plus, label: 'New experiment', note: '', target: '/experiments/new' },
  {
    id: 'system',
    icon: Monitor,
    label: 'Colours of the system',
    note: '',
    target: () => applyTheme('system'),
  },
  { id: 'light', icon: Sun, label: 'Light colours', note: '', target: () => applyTheme('light') },
  { id: 'dark', icon: Moon, label: 'Dark colours', note: '', target: () => applyTheme('dark') },
  { id: 'shortcuts', icon: Keyboard, label: 'Keyboard shortcuts', note: '?', target: openShortcuts },
  { id: 'sign-out', icon: LogOut, label: 'Sign out', note: '', target: () => void signOut() },
];

const toLaunchItem = ({ name }: { name: string }): PaletteItem => ({
  id: `launch ${name}`,
  icon: Play,
  label: `Launch ${name}`,
  note: '',
  target: `/experiments/${name}?launch=true`,
});

const toExperimentItem = ({ name, objective }: { name: string; objective: string }): PaletteItem => ({
  id: name,
  icon: FlaskConical,
  label: name,
  note: objective,
  target: `/experiments/${name}`,
});
