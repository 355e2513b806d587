'use client';

import type { ChartModel } from '@proofload/charts';
import dynamic from 'next/dynamic';
import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-state';
import { ScrollRegion } from '@/components/ui/scroll-region';
import { Skeleton } from '@/components/ui/skeleton';
import { ChartLegend, legendHeight } from './chart-legend';
import { ChartMenu } from './chart-menu';
import { ChartPicture } from './chart-picture';
import type { Zoom } from './chart-zoom';
import { useDrawnFigure } from './drawn-figures';
import { downloadBlob, exportFigure, type FigureFormat, fileName } from './export-figure';
import { useChart } from './use-chart';

export interface ChartProps {
  model: ChartModel;
  /** Anchor of the figure, for links to it. */
  id: string;
  /** Figures of one name share their crosshair. */
  group?: string;
  /** Controls above the figure. */
  actions?: ReactNode;
  /** Where the data comes from; stands under exported figures. */
  source?: string;
  zoom?: Zoom | null;
  onZoom?: (zoom: Zoom | null) => void;
  /** Names of lines that are switched off; kept by the figure itself when absent. */
  hidden?: readonly string[];
  onHiddenChange?: (hidden: readonly string[]) => void;
  /** What is said when there is nothing to draw. */
  empty?: string;
  /** What lies over the drawing, with its size. */
  overlay?: ReactNode;
  /** Pixels that the drawing takes at least; in less room it scrolls by itself. */
  minWidth?: number;
  className?: string;
}

const none: readonly string[] = [];

const ChartTableDialog = dynamic(() => import('./chart-table-dialog').then((part) => part.ChartTableDialog), {
  ssr: false,
});

/** The one owner of ECharts: draws a model with its title, legend, menu, table view, crosshair and zoom. */
export function Chart(props: ChartProps) {
  const { model, id, actions, source, empty, className } = props;
  const [ownHidden, setOwnHidden] = useState(none);
  const hidden = props.hidden ?? ownHidden;
  const setHidden = props.onHiddenChange ?? setOwnHidden;
  const [isTable, setIsTable] = useState(false);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const figure = useRef<HTMLElement>(null);
  const titleId = useId();
  useDrawnFigure(figure, model, hidden);
  const exportAs = (format: FigureFormat): void => {
    setFailure(null);
    exportFigure(model, format, { hidden, source: source ?? window.location.href })
      .then((blob) => downloadBlob(blob, fileName(model.title, format)))
      .catch(setFailure);
  };
  const copyLink = (): void => {
    const url = new URL(window.location.href);
    url.hash = id;
    navigator.clipboard
      .writeText(url.href)
      .then(() => setSaid('Link copied'))
      .catch(setFailure);
  };
  const showFullScreen = (): void => {
    setFailure(null);
    // Phones show only films in full screen, and have no such function.
    const shown =
      figure.current?.requestFullscreen?.() ?? Promise.reject(new Error('This browser has no full screen'));
    shown.catch(setFailure);
  };
  const toggle = (name: string): void =>
    setHidden(hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]);
  return (
    <figure
      ref={figure}
      id={id}
      aria-labelledby={titleId}
      className={classNames(
        'group/figure min-w-0 scroll-mt-4 bg-panel [&:fullscreen]:flex [&:fullscreen]:flex-col [&:fullscreen]:p-6',
        className,
      )}
    >
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={titleId}>{model.title}</h3>
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          <span role="status" className="text-xs text-muted">
            {said}
          </span>
          <span className="no-print">
            <ChartMenu
              title={model.title}
              onFullScreen={showFullScreen}
              onExport={exportAs}
              onCopyLink={copyLink}
              onShowTable={() => setIsTable(true)}
            />
          </span>
        </div>
      </figcaption>
      {failure !== null && <ErrorNote error={failure} />}
      {model.legend.length > 1 && !model.isEmpty && (
        <ChartLegend entries={model.legend} hidden={hidden} onToggle={toggle} />
      )}
      {model.isEmpty ? (
        <p
          className="flex items-center justify-center text-muted italic"
          style={{ height: Math.min(model.height, 160) }}
        >
          {empty ?? 'No data'}
        </p>
      ) : (
        <Drawing {...props} hidden={hidden} />
      )}
      {model.notes.map((note) => (
        <p key={note} className="text-xs text-muted wrap-anywhere">
          {note}
        </p>
      ))}
      {isTable && <ChartTableDialog open onOpenChange={setIsTable} title={model.title} table={model.table} />}
    </figure>
  );
}

function Drawing({ model, group, zoom = null, onZoom, hidden = none, overlay, minWidth }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useChart(place, { model, group, zoom, onZoom, hidden });
  const drawing = (
    <div className="relative group-[:fullscreen]/figure:flex-1" style={{ minWidth }}>
      {chart === null &&
        (zoom ? <Skeleton className="absolute inset-0" /> : <ChartPicture model={model} hidden={hidden} />)}
      <div
        ref={place}
        role="img"
        aria-label={model.description}
        className="w-full group-[:fullscreen]/figure:!h-full"
        style={{ height: model.height }}
      />
      {chart !== null && overlay}
    </div>
  );
  if (minWidth === undefined) return drawing;
  return (
    <ScrollRegion label={model.title} className="overflow-x-auto">
      {drawing}
    </ScrollRegion>
  );
}

export interface ChartSkeletonProps {
  title: string;
  /** Anchor of the figure to come. */
  id?: string;
  /** Lines of the figure to come, whose legend has a height as well. */
  lines?: number;
}

/** Takes the place of a figure, and its height, until it is drawn. */
export function ChartSkeleton({ title, id, lines = 1 }: ChartSkeletonProps) {
  return (
    <div id={id} role="status" aria-label={`Loading ${title}`} className="scroll-mt-4 space-y-2">
      <h3>{title}</h3>
      <div style={{ height: plainHeight + legendHeight(lines) + belowHeight }}>
        <Skeleton className="size-full" />
      </div>
    </div>
  );
}

/** Pixels of what is drawn, and of what mostly stands below it. */
const plainHeight = 300;
const belowHeight = 48;
