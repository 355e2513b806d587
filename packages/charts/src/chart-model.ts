import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import type {
  GridComponentOption,
  LegendComponentOption,
  MarkAreaComponentOption,
  MarkLineComponentOption,
  ToolboxComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { ChartTheme } from './chart-theme.ts';
import type { TreatmentStyle } from './treatment-style.ts';

/** Exactly what `<Chart>` registers; a builder that needs more does not compile. */
export type ChartOption = ComposeOption<
  | CustomSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | LineSeriesOption
  | MarkAreaComponentOption
  | MarkLineComponentOption
  | ToolboxComponentOption
  | TooltipComponentOption
>;

/** The data of a chart in rows: for CSV and for readers who do not see the figure. */
export interface ChartTable {
  columns: readonly { name: string; unit: string | null }[];
  rows: readonly (readonly (string | number | null)[])[];
}

export interface LegendEntry {
  /** Name of the series that it switches. */
  name: string;
  style: TreatmentStyle;
  isBaseline: boolean;
  /** Last value, formatted; null when there is none. */
  last: string | null;
  /** Plain last value to sort by. */
  lastValue: number | null;
}

export interface ChartLook {
  theme: ChartTheme;
  /** Pixels; narrow charts leave out labels that stand beside the lines. */
  width: number;
}

/** A figure before it is drawn: what it shows in words, in rows, and as an ECharts option. */
export interface ChartModel {
  title: string;
  /** One sentence for those who do not see the figure. */
  description: string;
  table: ChartTable;
  legend: readonly LegendEntry[];
  /** What the reader must know beside the figure, such as values left out. */
  notes: readonly string[];
  isEmpty: boolean;
  /** Suggested height in pixels. */
  height: number;
  /** Milliseconds per unit of the x axis where that is time, and where its zero lies; figures of one group share it. */
  time: { msPerUnit: number } | null;
  buildOption(look: ChartLook): ChartOption;
}
