import type { CompareState } from './compare-state';

/** The part of the address that says how figures are drawn, not what is compared. */
export type FigureView = Pick<
  CompareState,
  'metric' | 'column' | 'align' | 'phase' | 'draw' | 'band' | 'split' | 'log' | 'hide' | 'zoom'
>;
export type ChangeView = (change: Partial<FigureView>) => void;
