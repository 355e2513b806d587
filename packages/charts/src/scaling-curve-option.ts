import type { ScalingCurve, ScalingPoint } from '@proofload/contracts';
import { amountBounds, formatAmount, formatNumber, formatStep } from '@proofload/domain';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { tooltipHtml } from './tooltip-html.ts';

type DrawnPoint = Pick<
  ScalingPoint,
  'level' | 'amount' | 'n' | 'mean' | 'interval' | 'amounts' | 'step' | 'gain' | 'efficiency'
> & {
  values: readonly { value: number }[];
  leftOut: readonly { value: number | null; reason: string }[];
};

/** What is drawn of a curve; that of a draft knows less than that of a comparison. */
export interface DrawnCurve extends Pick<ScalingCurve, 'measurement' | 'unit' | 'laws'> {
  points: readonly DrawnPoint[];
  knee: Pick<NonNullable<ScalingCurve['knee']>, 'level' | 'plateau' | 'range'> | null;
}

export interface ScalingCurveDrawing {
  curve: DrawnCurve;
  factor: string;
  /** As shown on the axis. */
  unit: string;
  /** From the values' own unit to the one that is shown. */
  scale: number;
  /** Whether levels stand where their numbers are, and not in equal steps. */
  isNumeric: boolean;
  /** Goals and objectives, in the unit of the values. */
  lines: readonly { text: string; value: number; kind: 'goal' | 'objective' }[];
  say: (value: number) => string;
}

type Place = number | string;

/** How far the labels of lines across need room on the right of narrow and of wide figures. */
const narrow = 520;

export function scalingCurveOption(look: ChartLook, drawing: ScalingCurveDrawing): ChartOption {
  const { theme } = look;
  const { curve, factor, unit, scale, isNumeric, lines } = drawing;
  const { points, measurement } = curve;
  const placeOf = (index: number): Place =>
    isNumeric ? (points[index]?.amount ?? 0) : (points[index]?.level ?? '');
  const x = axisLook(look, factor);
  const isBelowZero = points.some(({ values }) => values.some(({ value }) => value < 0));
  const most = Math.max(0, ...lines.map(({ value }) => value * scale));
  return {
    ...baseOption(look),
    grid: { left: 12, right: 24, top: 34, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: isNumeric
      ? {
          ...x,
          type: 'value',
          scale: true,
          nameGap: 26,
          splitLine: { show: false },
          axisLabel: { ...x.axisLabel, formatter: (value: number) => formatNumber(value) },
        }
      : { ...x, type: 'category', nameGap: 26, data: points.map(({ level }) => level) },
    yAxis: {
      ...axisLook(look, unit === '' ? measurement : `${measurement} (${unit})`),
      type: 'value',
      // Below zero the axis ends at a round number of its own.
      ...(isBelowZero ? {} : { min: 0 }),
      ...(most > 0 ? { max: ({ max }: { max: number }) => niceEnd(Math.max(max, most)) } : {}),
      nameGap: 8,
      axisLabel: { color: theme.muted, fontSize: 11, formatter: (value: number) => formatNumber(value) },
    },
    tooltip: { ...baseOption(look).tooltip, trigger: 'item', formatter: sayHovered(look, drawing) },
    series: [
      ...bars(look, drawing, placeOf),
      ...lawLines(look, drawing),
      {
        type: 'line',
        silent: true,
        data: points.flatMap(({ values }, index) =>
          values.map(({ value }) => [placeOf(index), value * scale]),
        ),
        lineStyle: { width: 0 },
        symbol: 'circle',
        symbolSize: 6,
        itemStyle: { ...hollow(theme.muted, theme.panel), borderWidth: 1.5 },
        z: 3,
      },
      means(look, drawing, placeOf),
      leftOut(look, drawing, placeOf),
    ],
  };
}

type Series = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];

/** Whiskers of the means, and ranges of values that are only known as such. */
function bars(
  { theme }: ChartLook,
  { curve, scale }: ScalingCurveDrawing,
  placeOf: (index: number) => Place,
): Series[] {
  return curve.points.flatMap((point, index): Series[] => {
    const range = rangeOf(point);
    const ends = point.interval ?? range;
    if (ends === null) return [];
    const isRange = point.interval === null;
    return [
      {
        type: 'line',
        silent: true,
        symbol: 'rect',
        symbolSize: isRange ? [14, 2.5] : [9, 1.5],
        data: [ends.low, ends.high].map((end) => [placeOf(index), end * scale]),
        lineStyle: {
          color: isRange ? theme.accent : theme.ink,
          width: isRange ? 6 : 1.5,
          opacity: isRange ? 0.5 : 1,
        },
        itemStyle: { color: isRange ? theme.accent : theme.ink },
        z: 2,
      },
    ];
  });
}

/** Of values that are known as a range; null where an end is open, which the table tells. */
function rangeOf({ amounts }: DrawnPoint): { low: number; high: number } | null {
  if (amounts === null) return null;
  const { low, high } = amountBounds(amounts);
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high } : null;
}

function lawLines({ theme }: ChartLook, { curve, scale, isNumeric }: ScalingCurveDrawing): Series[] {
  if (!isNumeric) return [];
  return curve.laws
    .filter(({ line }) => line.length > 0)
    .map(({ law, line }) => ({
      type: 'line',
      silent: true,
      symbol: 'none',
      data: line.map(({ amount, value }) => [amount, value * scale]),
      lineStyle: { color: theme.muted, width: 1.5, type: law === 'amdahl' ? [6, 3] : [2, 3] },
      endLabel: { show: false },
      z: 1,
    }));
}

function means(look: ChartLook, drawing: ScalingCurveDrawing, placeOf: (index: number) => Place): Series {
  const { theme } = look;
  const { curve, scale } = drawing;
  return {
    type: 'line',
    data: curve.points.map(({ level, mean, efficiency }, index) => {
      const isFlagged = efficiency?.isSuperLinear === true;
      return {
        value: [placeOf(index), mean === null ? '-' : mean * scale],
        symbolSize: isFlagged ? 12 : 9,
        ...(isFlagged
          ? {
              itemStyle: hollow(theme.accent, theme.panel),
              label: {
                ...mark('super-linear', theme.ink, theme.panel),
                ...besideCurve(curve.points, index, level === curve.knee?.level),
              },
            }
          : {}),
      };
    }),
    symbol: 'circle',
    // A level without a value is a gap.
    connectNulls: false,
    lineStyle: { color: theme.accent, width: 2 },
    itemStyle: { color: theme.accent },
    z: 4,
    markLine: marks(look, drawing),
    markArea: areas(look, drawing),
  };
}

/** Where a word about a level stands: inside the figure, and neither across the curve nor across the line of the knee. */
function besideCurve(points: readonly DrawnPoint[], index: number, isKnee: boolean) {
  const mean = points[index]?.mean ?? 0;
  const before = points[index - 1]?.mean ?? mean;
  const after = points[index + 1]?.mean ?? before;
  if (index === points.length - 1)
    return { position: 'left' as const, offset: [0, before > mean ? 12 : -12] };
  const isValley = before > mean && after > mean;
  return {
    position: isValley ? ('bottom' as const) : ('top' as const),
    offset: [isKnee ? 40 : 0, 0],
  };
}

/** Filled as the page, so that what lies behind does not show through. */
const hollow = (borderColor: string, color: string) => ({ color, borderColor, borderWidth: 2 });

const mark = (text: string, color: string, backgroundColor: string) => ({
  show: true,
  backgroundColor,
  padding: [1, 2],
  formatter: text,
  position: 'top' as const,
  distance: 8,
  color,
  fontSize: 11,
});

function leftOut(
  { theme }: ChartLook,
  { curve, scale }: ScalingCurveDrawing,
  placeOf: (index: number) => Place,
): Series {
  return {
    type: 'line',
    silent: true,
    data: curve.points.flatMap((point, index) =>
      point.leftOut.flatMap(({ value, reason }) =>
        value === null
          ? []
          : [
              {
                value: [placeOf(index), value * scale],
                label: mark(reason.split(':')[0] ?? 'left out', theme.breach, theme.panel),
              },
            ],
      ),
    ),
    lineStyle: { width: 0 },
    symbol: 'diamond',
    symbolSize: 11,
    itemStyle: hollow(theme.breach, theme.panel),
    z: 5,
  };
}

function areas({ theme }: ChartLook, drawing: ScalingCurveDrawing) {
  const { knee } = drawing.curve;
  const area = (ends: { from: string; to: string } | null, text: string, color: string) => {
    const [from, to] = [placeNamed(drawing, ends?.from), placeNamed(drawing, ends?.to)];
    if (from === null || to === null || from === to) return [];
    const label = { position: 'insideBottom' as const, color: theme.muted, fontSize: 11 };
    return [[{ name: text, xAxis: from, itemStyle: { color }, label }, { xAxis: to }] as [object, object]];
  };
  return {
    silent: true,
    data: [
      ...area(knee?.plateau ?? null, 'plateau', theme.passSoft),
      ...area(knee?.range ?? null, 'knee, 95 %', theme.phase),
    ],
  };
}

function marks({ theme, width }: ChartLook, drawing: ScalingCurveDrawing) {
  const { curve, lines, scale, say } = drawing;
  const knee = placeNamed(drawing, curve.knee?.level ?? undefined);
  const label = { color: theme.ink, fontSize: 11, fontWeight: 600 as const };
  return {
    silent: true,
    symbol: 'none',
    data: [
      ...(knee === null
        ? []
        : [
            {
              xAxis: knee,
              lineStyle: { color: theme.ink, type: [6, 3] as number[], width: 1.25 },
              label: { ...label, formatter: `knee at ${curve.knee?.level}`, position: 'end' as const },
            },
          ]),
      ...lines.map(({ text, value, kind }) => ({
        yAxis: value * scale,
        lineStyle: { color: theme.ink, type: kind === 'goal' ? 'solid' : ([2, 3] as number[]), width: 1.25 },
        label: {
          ...label,
          formatter: width < narrow ? text : `${text} (${say(value)})`,
          position: 'insideStartTop' as const,
        },
      })),
    ] as object[],
  };
}

function placeNamed({ curve, isNumeric }: ScalingCurveDrawing, level: string | undefined): Place | null {
  const point = curve.points.find((candidate) => candidate.level === level);
  if (!point) return null;
  return isNumeric ? (point.amount ?? 0) : point.level;
}

/** The next of 1, 2, 5 in two digits above a value, so that a line across has room for its label. */
function niceEnd(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil((value * 1.05) / step) * step;
}

function sayHovered({ theme }: ChartLook, { curve, factor, say }: ScalingCurveDrawing) {
  return (params: { dataIndex?: number } | { dataIndex?: number }[]): string => {
    const index = Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex;
    const point = curve.points[index ?? -1];
    if (!point || (point.mean === null && point.amounts === null)) return '';
    const { mean, interval, amounts, n, step, gain, efficiency } = point;
    const bounds = interval ? ` [${say(interval.low)}, ${say(interval.high)}]` : '';
    const value = mean === null ? formatAmount(amounts, curve.unit) : `${say(mean)}${bounds}`;
    return tooltipHtml(`${factor} ${point.level}`, [
      { color: theme.accent, label: 'mean', value },
      { color: theme.muted, label: 'n', value: String(n) },
      ...(step ? [{ color: null, label: `step from ${step.from}`, value: formatStep(step.change) }] : []),
      ...(gain ? [{ color: null, label: 'speed-up', value: `${gain.ratio.toFixed(2)}x` }] : []),
      ...(efficiency ? [{ color: null, label: 'efficiency', value: efficiency.value.toFixed(2) }] : []),
      ...(efficiency?.isSuperLinear ? [{ color: null, label: '', value: 'super-linear' }] : []),
    ]);
  };
}
