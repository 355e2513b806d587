import { type ChartModel, fontFamily, lightTheme, toCsv } from '@proofload/charts';
import { escapeXml } from './escape-xml';
import { drawLegend } from './legend-svg';

/** Pixels of an exported figure; the PNG has twice as many. */
const size = { width: 960, headHeight: 44, footHeight: 28 };
const pngScale = 2;

export type FigureFormat = 'png' | 'svg' | 'csv';

/** A figure as a file: drawn afresh in light colours, with its title and legend above and its source below, or its data as CSV. */
export async function exportFigure(
  model: ChartModel,
  format: FigureFormat,
  { hidden, source }: { hidden: readonly string[]; source: string },
): Promise<Blob> {
  if (format === 'csv') return new Blob([toCsv(model.table)], { type: 'text/csv;charset=utf-8' });
  const { svg, height } = await drawSvg(model, hidden, source);
  const image = new Blob([svg], { type: 'image/svg+xml;charset=utf-8' });
  return format === 'svg' ? image : rasterise(image, height);
}

async function drawSvg(
  model: ChartModel,
  hidden: readonly string[],
  source: string,
): Promise<{ svg: string; height: number }> {
  const { init } = await import('@proofload/charts/echarts');
  const { width, headHeight, footHeight } = size;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height: model.height });
  try {
    chart.setOption(model.buildOption({ theme: lightTheme, width }));
    chart.setOption({ legend: { selected: Object.fromEntries(hidden.map((name) => [name, false])) } });
    const figure = chart.renderToSVGString();
    const shown = model.legend.filter(({ name }) => !hidden.includes(name));
    const legend = drawLegend(shown, width - 32);
    const height = model.height + headHeight + legend.height + footHeight;
    const text = (x: number, y: number, fontSize: number, fill: string, content: string): string =>
      `<text x="${x}" y="${y}" font-family="${escapeXml(fontFamily)}" font-size="${fontSize}" fill="${fill}">${escapeXml(content)}</text>`;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
      `<title>${escapeXml(model.title)}</title><desc>${escapeXml(model.description)}</desc>`,
      `<rect width="${width}" height="${height}" fill="${lightTheme.panel}"/>`,
      text(16, 28, 16, lightTheme.ink, model.title),
      `<g transform="translate(16 ${headHeight})">${legend.svg}</g>`,
      `<g transform="translate(0 ${headHeight + legend.height})">${figure}</g>`,
      text(16, height - 10, 11, lightTheme.muted, source),
      '</svg>',
    ].join('');
    return { svg, height };
  } finally {
    chart.dispose();
  }
}

async function rasterise(svg: Blob, height: number): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = size.width * pngScale;
    canvas.height = height * pngScale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (png) => (png ? resolve(png) : reject(new Error('The browser could not draw the image'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Offers a file under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; browsers that start it later keep their own reference.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** `http_req_duration p95` as `http-req-duration-p95.png`. */
export function fileName(title: string, format: FigureFormat): string {
  const stem = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${stem.slice(0, 80) || 'figure'}.${format}`;
}
