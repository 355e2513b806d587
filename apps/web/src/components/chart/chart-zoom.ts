import type { ChartOption } from '@proofload/charts';
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
 * Lets the reader draw a stretch to zoom into. It is said to a chart that has no lines yet, because ECharts draws
 * everything anew for it; it stays so when the chart is given its lines.
 */
export function takeZoomCursor(chart: EChartsType, { toolbox }: Pick<ChartOption, 'toolbox'>): void {
  chart.setOption({ animation: false, toolbox, grid: {}, xAxis: {}, yAxis: {} });
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
