import { colorOf, fontFamily, type LegendEntry, lightTheme } from '@proofload/charts';
import { escapeXml } from './escape-xml';
import { dashOf, symbolPaths } from './style-mark';

/** Pixels. */
const lineHeight = 20;
const fontSize = 12;
const markWidth = 34;
const gap = 18;

/** The legend of a figure as a part of an SVG, in as many lines as it takes. Its origin is the upper left corner. */
export function drawLegend(entries: readonly LegendEntry[], width: number): { svg: string; height: number } {
  if (entries.length < 2) return { svg: '', height: 0 };
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = `${fontSize}px ${fontFamily}`;
  let [x, y] = [0, 0];
  const parts = entries.map(({ name, style, isBaseline }) => {
    const said = isBaseline ? `${name} (baseline)` : name;
    const length = markWidth + (pen?.measureText(said).width ?? said.length * 7);
    if (x > 0 && x + length > width) [x, y] = [0, y + lineHeight];
    const color = colorOf(style, lightTheme);
    const dash = dashOf(style);
    const part = [
      `<g transform="translate(${x} ${y})">`,
      `<line x1="1" x2="27" y1="6" y2="6" stroke="${color}" stroke-width="2"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`,
      `<path d="${symbolPaths[style.symbol]}" fill="${color}"/>`,
      `<text x="${markWidth}" y="10" font-family="${escapeXml(fontFamily)}" font-size="${fontSize}" fill="${lightTheme.ink}">${escapeXml(said)}</text>`,
      '</g>',
    ].join('');
    x += length + gap;
    return part;
  });
  return { svg: parts.join(''), height: y + lineHeight };
}
