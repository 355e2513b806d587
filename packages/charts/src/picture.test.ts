import { describe, expect, it } from 'vitest';
import { darkTheme, eitherTheme, lightTheme } from './chart-theme.ts';
import { comparison } from './fixtures/comparison.ts';
import { draw } from './fixtures/draw.ts';
import { buildForest } from './forest.ts';
import { drawPicture as drawInBrowser } from './no-picture.ts';
import { drawPicture } from './picture.ts';
import { buildTimeSeries } from './time-series.ts';
import { styleAt, styleTreatments } from './treatment-style.ts';

const compared = comparison();
const keys = compared.groups.map(({ key }) => key);

function forest(name = 'p95') {
  const measurements = compared.measurements.map((measurement, index) =>
    index === 0 ? { ...measurement, name } : measurement,
  );
  return buildForest({
    comparison: { ...compared, measurements },
    styles: styleTreatments(keys, compared.baseline),
    labels: new Map(keys.map((key) => [key, key])),
  });
}

function lines(points: number) {
  const times = Array.from({ length: points }, (_, index) => index * 1000);
  return buildTimeSeries({
    ...{ title: 'Depth', valueName: 'depth', unit: null, stepMs: 1000, alignment: 'start', isLog: false },
    ...{ limits: [], marks: [], bands: [], notes: [] },
    groups: ['one', 'two'].map((label, index) => ({
      ...{ label, isBaseline: false, style: styleAt(index) },
      lines: [{ label, times, values: times.map((time) => index + (time % 7000)) }],
    })),
  });
}

/** A pair of colours as the browser would choose from it. */
const choose = (svg: string, place: 1 | 2): string =>
  svg.replaceAll(/light-dark\((#\w+|rgba?\([^)]*\)), (#\w+|rgba?\([^)]*\))\)/g, `$${place}`);
const colorsOf = (svg: string): string[] =>
  [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, color]) => color ?? '');
const pathsOf = (svg: string): string[] => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path ?? '');
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '');

describe('a picture of a figure', () => {
  const input = { hidden: [], id: 'r1' };

  it('is the figure itself, in three widths', () => {
    const picture = drawPicture(forest(), input);
    const interactive = draw(forest(), 1134);
    expect(textsOf(picture?.wide ?? '')).toEqual(interactive.texts);
    expect(pathsOf(picture?.wide ?? '')).toEqual(pathsOf(interactive.svg));
    expect(picture?.wide).toContain('3.6x [3.4, 3.8]');
    // As on a narrow screen, where the numbers stand in the table.
    expect(picture?.narrow).not.toContain('3.6x [3.4, 3.8]');
    expect(picture?.middle).toContain('viewBox="0 0 640 ');
  });

  it('takes the colours of the page, light or dark', () => {
    const { wide = '' } = drawPicture(forest(), input) ?? {};
    for (const [place, theme] of [
      [1, lightTheme],
      [2, darkTheme],
    ] as const) {
      const colors = new Set(colorsOf(choose(wide, place)));
      expect(colors).toContain(theme.muted);
      expect(colors).toContain(theme.lineStrong);
      expect([...colors].filter((color) => color.includes('light-dark'))).toEqual([]);
    }
    expect(eitherTheme.choose('#fff', '#000')).toBe('light-dark(#fff, #000)');
  });

  it('runs nothing, and keeps its names apart from those of others', () => {
    const svg = Object.values(drawPicture(lines(20), input) ?? {}).join('');
    expect(svg).toMatch(/id="r1-1134-c\d+"/);
    expect(svg).not.toMatch(/zr\d|<style|<script|ecmeta|class=/);
  });

  it('escapes what the figure says', () => {
    const { wide = '' } = drawPicture(forest('<img src=x onerror=alert(1)>"'), input) ?? {};
    expect(wide).toContain('&lt;img src=x');
    expect(wide).not.toContain('<img');
    // No attribute ends within a quoted name of a font.
    expect(wide).not.toContain('"Segoe');
  });

  it('leaves out lines that are switched off', () => {
    const { wide: all = '' } = drawPicture(lines(20), input) ?? {};
    const { wide: one = '' } = drawPicture(lines(20), { ...input, hidden: ['two'] }) ?? {};
    expect(pathsOf(one).length).toBeLessThan(pathsOf(all).length);
  });

  it('is not drawn of nothing, of very much, or in a browser', () => {
    expect(drawPicture({ ...forest(), isEmpty: true }, input)).toBeNull();
    expect(drawPicture(lines(20_000), input)).toBeNull();
    expect(drawInBrowser(forest(), input)).toBeNull();
  });
});
