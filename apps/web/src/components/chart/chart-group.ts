import type { EChartsType } from 'echarts/core';

interface Member {
  chart: EChartsType;
  msPerUnit: number;
}

const groups = new Map<string, Set<Member>>();
let isForwarding = false;

/**
 * Lets figures of a group show one crosshair. ECharts' own `connect` follows the index of a point, which is another time
 * in a figure with other points; this follows the time. Returns how to leave.
 */
export function joinChartGroup(name: string, chart: EChartsType, msPerUnit: number): () => void {
  const member = { chart, msPerUnit };
  const members = groups.get(name) ?? new Set();
  groups.set(name, members.add(member));
  const onPointer = (event: unknown): void => {
    const value = (event as { axesInfo?: { value?: number }[] }).axesInfo?.[0]?.value;
    forward(members, member, value === undefined ? null : value * msPerUnit);
  };
  const onOut = (): void => forward(members, member, null);
  chart.on('updateAxisPointer', onPointer);
  chart.on('globalout', onOut);
  return () => {
    members.delete(member);
    if (members.size === 0) groups.delete(name);
    if (chart.isDisposed()) return;
    chart.off('updateAxisPointer', onPointer);
    chart.off('globalout', onOut);
  };
}

function forward(members: ReadonlySet<Member>, from: Member, atMs: number | null): void {
  if (isForwarding) return;
  isForwarding = true;
  for (const { chart, msPerUnit } of members) {
    if (chart === from.chart || chart.isDisposed()) continue;
    if (atMs === null) {
      chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
      chart.dispatchAction({ type: 'hideTip' });
      continue;
    }
    const x = chart.convertToPixel({ xAxisIndex: 0 }, atMs / msPerUnit);
    chart.dispatchAction({
      type: 'updateAxisPointer',
      currTrigger: 'mousemove',
      x,
      y: chart.getHeight() / 2,
    });
  }
  isForwarding = false;
}
