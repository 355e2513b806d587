import { formatNumber } from '@proofload/domain';
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

interface AmountAxis {
  name: string;
  /** As it is shown; none when left out. */
  unit?: string;
  min?: number;
  /** The end, which has no label, because it is no round number. */
  max: number;
}

/** An axis of amounts between given ends. */
export function amountAxis(look: ChartLook, { name, unit = '', min = 0, max }: AmountAxis) {
  const axis = axisLook(look, unit === '' ? name : `${name} (${unit})`);
  return {
    ...axis,
    type: 'value' as const,
    min,
    max: max || 1,
    nameGap: 8,
    axisLabel: {
      ...axis.axisLabel,
      showMaxLabel: false,
      formatter: (value: number) => formatNumber(value),
    },
  };
}
