/** Colours of a chart's frame; those of treatments are in treatment-style.ts. */
export interface ChartTheme {
  /** The one of two colours that suits the page. */
  choose(light: string, dark: string): string;
  ink: string;
  muted: string;
  /** Grid lines. */
  line: string;
  /** Axis lines and outlines. */
  lineStrong: string;
  panel: string;
  accent: string;
  /** Only for breaches and failures. */
  breach: string;
  breachSoft: string;
  pass: string;
  passSoft: string;
  phase: string;
}

/** The same values as the page's tokens, because an exported figure has no page around it. */
export const lightTheme: ChartTheme = {
  choose: (light) => light,
  ink: '#1a1b1e',
  muted: '#5a5d65',
  line: '#e4e3de',
  lineStrong: '#8d8c86',
  panel: '#ffffff',
  accent: '#0a5aa8',
  breach: '#b3261e',
  breachSoft: 'rgba(179, 38, 30, 0.10)',
  pass: '#17693f',
  passSoft: 'rgba(23, 105, 63, 0.09)',
  phase: 'rgba(90, 93, 101, 0.07)',
};

export const darkTheme: ChartTheme = {
  choose: (_, dark) => dark,
  ink: '#e9e9e6',
  muted: '#a3a7af',
  line: '#2b2f35',
  lineStrong: '#767b85',
  panel: '#1a1c20',
  accent: '#7ab8ff',
  breach: '#ff8f85',
  breachSoft: 'rgba(255, 143, 133, 0.16)',
  pass: '#6bd6a0',
  passSoft: 'rgba(107, 214, 160, 0.10)',
  phase: 'rgba(163, 167, 175, 0.09)',
};

/** Colours that the browser chooses by the `color-scheme` of the page: for a picture drawn before that is known. */
export const eitherTheme: ChartTheme = {
  choose: lightOrDark,
  ink: lightOrDark(lightTheme.ink, darkTheme.ink),
  muted: lightOrDark(lightTheme.muted, darkTheme.muted),
  line: lightOrDark(lightTheme.line, darkTheme.line),
  lineStrong: lightOrDark(lightTheme.lineStrong, darkTheme.lineStrong),
  panel: lightOrDark(lightTheme.panel, darkTheme.panel),
  accent: lightOrDark(lightTheme.accent, darkTheme.accent),
  breach: lightOrDark(lightTheme.breach, darkTheme.breach),
  breachSoft: lightOrDark(lightTheme.breachSoft, darkTheme.breachSoft),
  pass: lightOrDark(lightTheme.pass, darkTheme.pass),
  passSoft: lightOrDark(lightTheme.passSoft, darkTheme.passSoft),
  phase: lightOrDark(lightTheme.phase, darkTheme.phase),
};

function lightOrDark(light: string, dark: string): string {
  return `light-dark(${light}, ${dark})`;
}

/**
 * Named as the page's, so that a figure and the text around it look alike. Single quotes: ECharts writes it into
 * attributes of SVG as it is.
 */
export const fontFamily = "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
