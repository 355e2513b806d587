import type { EChartsType } from 'echarts/core';

/** A stretch of the x axis in milliseconds. */
export interface Zoom {
  fromMs: number;
  toMs: number;
}

/** Reports the stretches that the reader draws, and null for a double click. Returns how to stop. */
export function watchZoom(
  chart: EChartsType,
  msPerUnit: number,
  onZoom: (zoom: Zoom | null) => void,
): () => void {
  const onDrawn = (event: unknown): void => {
    // Only what the reader has drawn comes in a batch; what is dispatched below does not.
    const drawn = (event as { batch?: { startValue?: number; endValue?: number }[] }).batch?.[0];
    if (drawn?.startValue === undefined || drawn.endValue === undefined) return;
    onZoom({
      fromMs: Math.round(drawn.startValue * msPerUnit),
      toMs: Math.round(drawn.endValue * msPerUnit),
    });
  };
  const onDoubleClick = (): void => onZoom(null);
  chart.on('datazoom', onDrawn);
  chart.getZr().on('dblclick', onDoubleClick);
  return () => {
    if (chart.isDisposed()) return;
    chart.off('datazoom', onDrawn);
    chart.getZr().off('dblclick', onDoubleClick);
  };
}

/**
 * Lets the reader draw a stretch to zoom into. It must be said again whenever options have replaced others: ECharts makes
 * its toolbox anew then, and what was said before is about axes that are gone.
 */
export function takeZoomCursor(chart: EChartsType): void {
  chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
}

/** Shows a stretch, or everything. */
export function applyZoom(chart: EChartsType, msPerUnit: number, zoom: Zoom | null): void {
  const range = zoom
    ? { startValue: zoom.fromMs / msPerUnit, endValue: zoom.toMs / msPerUnit }
    : { start: 0, end: 100 };
  chart.dispatchAction({ type: 'dataZoom', dataZoomIndex: 0, ...range });
}

export const isSameZoom = (a: Zoom | null, b: Zoom | null): boolean =>
  a?.fromMs === b?.fromMs && a?.toMs === b?.toMs;
