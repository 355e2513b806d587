'use client';

import { type ChartModel, type ChartTheme, darkTheme, lightTheme } from '@proofload/charts';
import type { EChartsType } from 'echarts/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useDarkMode } from '@/features/settings/use-dark-mode';
import { joinChartGroup } from './chart-group';
import { applyZoom, isSameZoom, takeZoomCursor, watchZoom, type Zoom } from './chart-zoom';

export interface ChartWiring {
  model: ChartModel;
  /** Figures of one name share their crosshair. */
  group: string | undefined;
  zoom: Zoom | null;
  onZoom: ((zoom: Zoom | null) => void) | undefined;
  hidden: readonly string[];
}

/** What an instance was told last. */
interface Shown {
  chart: EChartsType;
  model: ChartModel;
  theme: ChartTheme;
  width: number;
  hidden: readonly string[];
  zoom: Zoom | null;
}

/** Keeps an ECharts instance in an element: size, colours, data, crosshair and zoom. @returns null until it is drawn */
export function useChart(element: RefObject<HTMLElement | null>, wiring: ChartWiring): EChartsType | null {
  const { model, group, zoom, onZoom, hidden } = wiring;
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [drawn, setDrawn] = useState<EChartsType | null>(null);
  const [width, setWidth] = useState(0);
  const isDark = useDarkMode();
  const isPrinting = useIsPrinting();
  const msPerUnit = model.time?.msPerUnit ?? null;
  const shown = useRef<Shown | null>(null);

  useEffect(() => {
    const place = element.current;
    if (!place) return;
    let made: EChartsType | null = null;
    let isGone = false;
    const observer = new ResizeObserver(() => {
      // The first report is of the size that it has been drawn for.
      if (made?.getWidth() !== place.clientWidth || made.getHeight() !== place.clientHeight) made?.resize();
      setWidth(place.clientWidth);
    });
    // ECharts is the largest script of the page: it comes when the first figure does.
    void import('@proofload/charts/echarts').then(({ init }) => {
      if (isGone) return;
      made = init(place, null, { renderer: 'svg' });
      setWidth(place.clientWidth);
      setChart(made);
      observer.observe(place);
    });
    return () => {
      isGone = true;
      observer.disconnect();
      setChart(null);
      setDrawn(null);
      made?.dispose();
    };
  }, [element]);

  useEffect(() => {
    if (!chart || chart.isDisposed() || width === 0) return;
    const theme = isDark && !isPrinting ? darkTheme : lightTheme;
    // Everything that ECharts is told draws the whole figure once more, so it is told nothing that it shows already.
    const { current } = shown;
    const isDrawn =
      current?.chart === chart &&
      current.model === model &&
      current.theme === theme &&
      current.width === width &&
      current.hidden === hidden;
    if (!isDrawn) {
      const option = model.buildOption({ theme, width });
      const selected = Object.fromEntries(hidden.map((name) => [name, false]));
      chart.setOption({ ...option, legend: { ...option.legend, selected } }, { notMerge: true });
      if (msPerUnit !== null && onZoom) takeZoomCursor(chart);
      shown.current = { chart, model, theme, width, hidden, zoom: null };
    }
    if (msPerUnit !== null && onZoom && !isSameZoom(shown.current?.zoom ?? null, zoom)) {
      applyZoom(chart, msPerUnit, zoom);
      if (shown.current) shown.current.zoom = zoom;
    }
    // Not before: a picture of the figure stands in its place until then.
    setDrawn(chart);
  }, [chart, model, isDark, isPrinting, width, hidden, msPerUnit, zoom, onZoom]);

  useEffect(() => {
    if (!chart || group === undefined || msPerUnit === null) return;
    return joinChartGroup(group, chart, msPerUnit);
  }, [chart, group, msPerUnit]);

  useEffect(() => {
    if (!chart || !onZoom || msPerUnit === null) return;
    return watchZoom(chart, msPerUnit, (next) => {
      // What was drawn with the pointer is shown already.
      if (next !== null && shown.current) shown.current.zoom = next;
      onZoom(next);
    });
  }, [chart, onZoom, msPerUnit]);

  return drawn;
}

/** Paper is white: figures are drawn light while the page is printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const print = window.matchMedia('print');
    const onChange = (): void => setIsPrinting(print.matches);
    print.addEventListener('change', onChange);
    return () => print.removeEventListener('change', onChange);
  }, []);
  return isPrinting;
}
