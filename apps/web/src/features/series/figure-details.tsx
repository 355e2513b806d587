'use client';

import type { MetricList, Run, SeriesResponse } from '@proofload/contracts';
import { ChevronRight, Search } from 'lucide-react';
import { useState } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { FigureStatistics } from './figure-statistics';

export interface FigureDetailsProps {
  run: Run;
  metric: MetricList['metrics'][number];
  response: SeriesResponse;
  zoom: Zoom | null;
  /** Opens the finder with this metric. */
  onFind(): void;
}

/** What can be asked beyond a figure: its statistics, and the series that it leaves out. */
export function FigureDetails({ run, metric, response, zoom, onFind }: FigureDetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="space-y-2">
      <div className="no-print flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          className="-ml-2.5"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight
            aria-hidden
            className={classNames('size-4 transition-transform', isOpen && 'rotate-90')}
          />
          Statistics
          <span className="sr-only"> of {metric.metric}</span>
        </Button>
        {response.omitted > 0 && (
          <Button variant="quiet" size="small" onClick={onFind}>
            <Search aria-hidden className="size-4" />
            Find among all {metric.series}
            <span className="sr-only"> series of {metric.metric}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <FigureStatistics run={run} metric={metric} originMs={Date.parse(response.origin)} zoom={zoom} />
      )}
    </div>
  );
}
