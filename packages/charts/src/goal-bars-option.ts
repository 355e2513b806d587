import { formatRatio } from '@proofload/domain';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { drawInterval, drawText } from './drawn-shapes.ts';
import { type RowPlace, rowsOption, widthForNumbers } from './rows-option.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

export interface GoalBar {
  label: string;
  style: TreatmentStyle;
  isBaseline: boolean;
  ratio: number | null;
  low: number | null;
  high: number | null;
  n: number;
  said: string;
  mean: string;
}

export interface GoalLine {
  label: string;
  ratio: number;
}

export interface GoalBarsDrawing {
  name: string;
  bars: readonly GoalBar[];
  lines: readonly GoalLine[];
}

/** Lying bars from zero, so that lengths compare and labels have room; 1x and the goals as lines across. */
export function goalBarsOption(look: ChartLook, { name, bars, lines }: GoalBarsDrawing): ChartOption {
  const most = Math.max(
    1,
    ...lines.map(({ ratio }) => ratio),
    ...bars.map(({ ratio, high }) => Math.max(ratio ?? 0, high ?? 0)),
  );
  return rowsOption(look, {
    rows: bars,
    axisName: `${name}, multiple of the baseline`,
    min: 0,
    max: most * 1.04,
    saidWidth: 190,
    sayValue: formatRatio,
    lines: [{ at: 1, label: null }, ...lines.map(({ label, ratio }) => ({ at: ratio, label }))],
    draw: drawBar,
    tooltip: ({ label, style, said, mean }, { theme }) =>
      tooltipHtml(label, [
        { color: colorOf(style, theme), label: 'multiple', value: said },
        { color: null, label: `mean ${name}`, value: mean },
      ]),
  });
}

function drawBar(
  { ratio, low, high, style, said }: GoalBar,
  { y, height: rowHeight, at }: RowPlace,
  { theme, width }: ChartLook,
): object[] {
  const height = Math.min(24, rowHeight * 0.6);
  const children: object[] = [];
  if (ratio !== null) {
    const shape = { x: at(0), y: y - height / 2, width: at(Math.max(0, ratio)) - at(0), height };
    children.push({ type: 'rect', shape, style: { fill: colorOf(style, theme), opacity: 0.75 } });
    if (low !== null && high !== null)
      children.push(...drawInterval(at(Math.max(0, low)), at(high), y, theme.ink));
  }
  if (width >= widthForNumbers || ratio === null) {
    const fill = ratio === null ? theme.muted : theme.ink;
    children.push(drawText(at(Math.max(ratio ?? 0, high ?? 0)) + 10, y, said, { fill }));
  }
  return children;
}
