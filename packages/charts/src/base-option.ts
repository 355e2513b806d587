import type { ChartLook, ChartOption } from './chart-model.ts';
import { fontFamily } from './chart-theme.ts';

/** What all figures have in common: type, colours, no animation, and a tooltip that stays inside the page. */
export function baseOption({ theme }: ChartLook): ChartOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily, fontSize: 12, color: theme.ink },
    tooltip: {
      confine: true,
      backgroundColor: theme.panel,
      borderColor: theme.lineStrong,
      borderWidth: 1,
      padding: [6, 10],
      textStyle: { color: theme.ink, fontSize: 12, fontFamily },
      extraCssText: 'box-shadow: 0 2px 8px rgba(0,0,0,.18); max-width: 90vw; white-space: normal;',
      transitionDuration: 0,
    },
  };
}

/** How an axis looks: quiet grid, readable labels, its title at its middle. */
export function axisLook({ theme }: ChartLook, name: string) {
  return {
    name,
    nameLocation: 'middle' as const,
    nameTextStyle: { color: theme.muted, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: theme.lineStrong } },
    axisTick: { show: true, lineStyle: { color: theme.lineStrong } },
    axisLabel: { color: theme.muted, hideOverlap: true, fontSize: 11 },
    splitLine: { show: true, lineStyle: { color: theme.line } },
  };
}
