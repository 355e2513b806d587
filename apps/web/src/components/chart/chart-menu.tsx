'use client';

import { Download, Link2, Maximize2, Table2 } from 'lucide-react';
import { Menu, MenuItem } from '@/components/ui/menu';
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
    <Menu label={`Menu of the figure ${title}`}>
      <MenuItem icon={Maximize2} onSelect={onFullScreen}>
        Full screen
      </MenuItem>
      <MenuItem icon={Table2} onSelect={onShowTable}>
        Show as table
      </MenuItem>
      <MenuItem icon={Link2} onSelect={onCopyLink}>
        Copy link to this view
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => onExport('png')}>
        Download PNG
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => onExport('svg')}>
        Download SVG
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => onExport('csv')}>
        Download CSV
      </MenuItem>
    </Menu>
  );
}
