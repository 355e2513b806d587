import { cutText } from '@proofload/domain';
import type { LineSeriesOption } from 'echarts/charts';
import type { ChartLook } from './chart-model.ts';
import type { TimeScale } from './time-scale.ts';
import type { TimeBand } from './time-series-input.ts';

/** What is drawn over a time axis besides its lines. */
export interface BandDrawing {
  look: ChartLook;
  scale: TimeScale;
  /** From the values' own unit to the one that is shown. */
  factor: number;
  limits: readonly { label: string; value: number }[];
  bands: readonly TimeBand[];
  marks: readonly { label: string; atMs: number }[];
  reference: { label: string; value: number } | null;
}

function labelPlace(
  bands: readonly TimeBand[],
  { fromMs, toMs }: TimeBand,
): { position: 'top' | 'insideTop'; distance?: number } {
  const around = bands.filter(
    (other) =>
      other.kind === 'phase' &&
      other.fromMs <= fromMs &&
      toMs <= other.toMs &&
      other.toMs - other.fromMs > toMs - fromMs,
  );
  return around.length === 0
    ? { position: 'top' }
    : { position: 'insideTop', distance: 4 + 14 * (around.length - 1) };
}

/** Letters of a note that are drawn; the timeline of the run has all of it. */
const maxMarkLength = 28;

/** Carries what belongs to no line: phases and breaches as bands, limits as labelled lines. */
export function bandSeries({
  look,
  bands,
  marks,
  limits,
  reference,
  scale,
  factor,
}: BandDrawing): LineSeriesOption {
  const { theme } = look;
  return {
    type: 'line',
    name: '',
    data: [],
    symbol: 'none',
    silent: true,
    tooltip: { show: false },
    markArea: {
      silent: true,
      data: bands.map(({ kind, label, fromMs, toMs }, index) => [
        {
          name: label,
          xAxis: fromMs / scale.msPerUnit,
          itemStyle: {
            color: kind === 'breach' ? theme.breachSoft : index % 2 === 0 ? theme.phase : 'transparent',
          },
          label: {
            show: kind === 'phase',
            // The name of a phase within another one goes below its upper edge, where that has none.
            ...labelPlace(bands, { kind, label, fromMs, toMs }),
            color: theme.muted,
            fontSize: 11,
          },
        },
        { xAxis: toMs / scale.msPerUnit },
      ]),
    },
    markLine: {
      silent: true,
      symbol: 'none',
      data: [
        ...marks.map(({ label, atMs }) => ({
          xAxis: atMs / scale.msPerUnit,
          lineStyle: { color: theme.ink, width: 1, type: 'dotted' as const },
          label: {
            formatter: cutText(label, maxMarkLength),
            position: 'insideEndTop' as const,
            color: theme.ink,
            fontSize: 11,
          },
        })),
        ...[
          ...limits.map((limit) => ({ ...limit, color: theme.breach, type: [6, 3] })),
          ...(reference ? [{ ...reference, color: theme.ink, type: 'solid' as const }] : []),
        ].map(({ label, value, color, type }) => ({
          yAxis: value * factor,
          lineStyle: { color, width: 1.25, type },
          label: { formatter: label, position: 'insideStartTop' as const, color, fontSize: 11 },
        })),
      ],
    },
  };
}
