import { describe, expect, it } from 'vitest';
import { darkTheme, lightTheme } from './chart-theme.ts';
import { baselineStyle, styleAt, styleTreatments } from './treatment-style.ts';

const keys = ['workers=1', 'workers=2', 'workers=4'];

describe('styleTreatments', () => {
  it('draws the baseline in grey and gives the first colours to the others', () => {
    const styles = styleTreatments(keys, 'workers=1');
    expect(styles.get('workers=1')).toBe(baselineStyle);
    expect(styles.get('workers=2')).toEqual(styleAt(0));
    expect(styles.get('workers=4')).toEqual(styleAt(1));
  });

  it('lets the others keep their looks when the baseline changes', () => {
    const [before, after] = [styleTreatments(keys, 'workers=1'), styleTreatments(keys, 'workers=4')];
    expect(after.get('workers=2')).toEqual(before.get('workers=2'));
    expect(after.get('workers=4')).toBe(baselineStyle);
  });

  it('gives no two of fourteen treatments the same colour and dash', () => {
    const many = Array.from({ length: 14 }, (_, index) => `n=${index}`);
    const looks = [...styleTreatments(many, null).values()].map(
      (style) => `${style.lightColor} ${style.dash}`,
    );
    expect(new Set(looks).size).toBe(14);
  });
});

/** Contrast of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

it.each([0, 1, 2, 3, 4, 5, 6])('colour %i can be told from the page, light and dark', (index) => {
  const { lightColor, darkColor } = styleAt(index);
  expect(contrast(lightColor, lightTheme.panel)).toBeGreaterThanOrEqual(3);
  expect(contrast(darkColor, darkTheme.panel)).toBeGreaterThanOrEqual(3);
});

it.each([lightTheme, darkTheme])('texts can be read', (theme) => {
  for (const color of [theme.ink, theme.muted, theme.breach, theme.pass]) {
    expect(contrast(color, theme.panel)).toBeGreaterThanOrEqual(4.5);
  }
});
