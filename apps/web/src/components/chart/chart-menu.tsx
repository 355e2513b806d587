'use client';

import { Download, Link2, Maximize2, Table2 } from 'lucide-react';
import { Menu } from '@/components/ui/menu';
import type { FigureFormat } from './export-figure';

export interface ChartMenuProps {
  title: string;
  onFullScreen(): void;
  onExport(format: FigureFormat): void;
  onCopyLink(): void;
  onShowTable(): void;
}

/** What can be done with a figure. */
export function ChartMenu({ title, onFullScreen, onExport, onCopyLink, onShowTable }: ChartMenuProps) {
  return (
    <Menu
      label={`Menu of the figure ${title}`}
      entries={[
        { icon: Maximize2, label: 'Full screen', onSelect: onFullScreen },
        { icon: Table2, label: 'Show as table', onSelect: onShowTable },
        { icon: Link2, label: 'Copy link to this view', onSelect: onCopyLink },
        { icon: Download, label: 'Download PNG', onSelect: () => onExport('png') },
        { icon: Download, label: 'Download SVG', onSelect: () => onExport('svg') },
        { icon: Download, label: 'Download CSV', onSelect: () => onExport('csv') },
      ]}
    />
  );
}
