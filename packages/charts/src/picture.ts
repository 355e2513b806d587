import type { ChartModel } from './chart-model.ts';
import { eitherTheme } from './chart-theme.ts';
import { init } from './echarts.ts';

/** Pixels that pictures are drawn for: a phone, half a page, and a whole one. The page shows the one that fits. */
const widths = [340, 640, 1134] as const;

/** Values with which a picture would be slow to draw and large to send: such figures wait for ECharts. */
const mostValues = 10_000;

export interface PictureInput {
  /** Names of lines that are switched off. */
  hidden: readonly string[];
  /** Tells what is named in this picture from what is named in others of the page. */
  id: string;
}

/** One figure in three widths. */
export type Picture = Record<'narrow' | 'middle' | 'wide', string>;

/**
 * Draws a figure without a browser, as SVG that shrinks to its place and takes the colours of the page. In the browser
 * `no-picture.ts` stands in its place. @returns null for a figure with nothing in it, or with too much
 */
export function drawPicture(model: ChartModel, input: PictureInput): Picture | null {
  const { rows, columns } = model.table;
  if (model.isEmpty || rows.length * columns.length > mostValues) return null;
  const [narrow, middle, wide] = widths.map((width) => drawSvg(model, width, input));
  return narrow && middle && wide ? { narrow, middle, wide } : null;
}

function drawSvg(model: ChartModel, width: number, { hidden, id }: PictureInput): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height: model.height });
  try {
    chart.setOption(model.buildOption({ theme: eitherTheme, width }));
    if (hidden.length > 0) {
      chart.setOption({ legend: { selected: Object.fromEntries(hidden.map((name) => [name, false])) } });
    }
    return withoutBehaviour(chart.renderToSVGString({ useViewBox: true }), `${id}-${width}-`);
  } finally {
    chart.dispose();
  }
}

/** Takes out what only the scripts of ECharts read, and the looks under the pointer; names stay apart from those of other figures. */
function withoutBehaviour(svg: string, prefix: string): string {
  return svg
    .replace(/<style\s*>.*?<\/style>/s, '')
    .replaceAll(/ (?:class="zr\d+-cls-\d+"|ecmeta_\w+="[^"]*")/g, '')
    .replaceAll(/(id="|url\(#)zr\d+-/g, `$1${prefix}`)
    .replaceAll('\n', '');
}
