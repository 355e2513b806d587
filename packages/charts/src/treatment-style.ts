import type { ChartTheme } from './chart-theme.ts';

export type Dash = 'solid' | 'dashed' | 'dotted' | number[];
export type PointSymbol = 'circle' | 'triangle' | 'rect' | 'diamond' | 'roundRect' | 'pin';

/** How a treatment looks in every figure: a colour, and a dash and a symbol for those who do not tell colours apart. */
export interface TreatmentStyle {
  lightColor: string;
  darkColor: string;
  dash: Dash;
  symbol: PointSymbol;
}

/**
 * Okabe and Ito's colours (https://jfly.uni-koeln.de/color/), those that are too pale or too dark for a line moved until
 * they reach a contrast of 3:1 on the page; vermillion late, because red means a breach.
 */
const colors: readonly (readonly [light: string, dark: string])[] = [
  ['#0072b2', '#3a9bdc'],
  ['#b97700', '#e69f00'],
  ['#00835f', '#1fb88b'],
  ['#b04f86', '#cc79a7'],
  ['#2a86bd', '#8fd0f7'],
  ['#8a7d00', '#f0e442'],
  ['#c25400', '#e8793a'],
];
const neutral = ['#6a6d75', '#a9adb5'] as const;
const dashes: readonly Dash[] = ['solid', 'dashed', [2, 3], [10, 3, 2, 3]];
const symbols: readonly PointSymbol[] = ['circle', 'triangle', 'rect', 'diamond', 'roundRect', 'pin'];

/**
 * Gives every treatment its look, by its place: whoever is the baseline turns grey and the others keep theirs.
 * @param keys in the order of the definition
 */
export function styleTreatments(
  keys: readonly string[],
  baseline: string | null,
): ReadonlyMap<string, TreatmentStyle> {
  // The first treatment is the usual baseline: it takes the last place, so that the first colours go to the others.
  return new Map(
    keys.map((key, index) => [key, key === baseline ? baselineStyle : styleAt((index || keys.length) - 1)]),
  );
}

/** The look of the n-th line (from 0) where there is no baseline. */
export function styleAt(index: number): TreatmentStyle {
  const [lightColor, darkColor] = colors[index % colors.length] ?? neutral;
  return {
    lightColor,
    darkColor,
    // Dashes change within the first round of colours too, so that neither is needed to read the other.
    dash: dashes[((index % colors.length) + Math.floor(index / colors.length)) % dashes.length] ?? 'solid',
    symbol: symbols[(index + 1) % symbols.length] ?? 'circle',
  };
}

export const baselineStyle: TreatmentStyle = {
  lightColor: neutral[0],
  darkColor: neutral[1],
  dash: 'solid',
  symbol: 'circle',
};

export function colorOf(style: TreatmentStyle, theme: ChartTheme): string {
  return theme.choose(style.lightColor, style.darkColor);
}
