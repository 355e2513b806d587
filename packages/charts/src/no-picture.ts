import type { drawPicture as draw } from './picture.ts';

/** In the browser there is nothing to draw: the picture came with the page, and ECharts takes its place. */
export const drawPicture: typeof draw = () => null;
