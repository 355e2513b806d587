import { colorOf, eitherTheme, type TreatmentStyle } from '@proofload/charts';

/** Symbols in the middle of a mark of 28 by 12. */
export const symbolPaths: Record<TreatmentStyle['symbol'], string> = {
  circle: 'M14 6m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0',
  triangle: 'M14 2L18 9.5H10Z',
  rect: 'M10.8 2.8H17.2V9.2H10.8Z',
  roundRect:
    'M12 2.8H16A1.2 1.2 0 0 1 17.2 4V8A1.2 1.2 0 0 1 16 9.2H12A1.2 1.2 0 0 1 10.8 8V4A1.2 1.2 0 0 1 12 2.8Z',
  diamond: 'M14 1.5L18 6L14 10.5L10 6Z',
  pin: 'M14 11L10.5 5A3.8 3.8 0 1 1 17.5 5Z',
};

const dashes = { solid: undefined, dashed: '5 3', dotted: '2 2' } as const;

/** The dashes of a mark's line; undefined for one without. */
export const dashOf = ({ dash }: TreatmentStyle): string | undefined =>
  typeof dash === 'string' ? dashes[dash] : dash.join(' ');

/** A treatment's line and symbol, as its figures draw it. */
export function StyleMark({ style, isFaint = false }: { style: TreatmentStyle; isFaint?: boolean }) {
  const color = colorOf(style, eitherTheme);
  return (
    <svg
      aria-hidden="true"
      width="28"
      height="12"
      viewBox="0 0 28 12"
      opacity={isFaint ? 0.4 : 1}
      className="shrink-0"
    >
      <line x1="1" x2="27" y1="6" y2="6" stroke={color} strokeWidth="2" strokeDasharray={dashOf(style)} />
      <path d={symbolPaths[style.symbol]} fill={color} />
    </svg>
  );
}
