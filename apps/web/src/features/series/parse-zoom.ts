import { createParser } from 'nuqs/server';
import type { Zoom } from '@/components/chart/chart-zoom';

/** A stretch of time in an address: `12000-30000`, milliseconds of the axis; `-5000-0` ends at its zero. */
export const parseAsZoom = createParser<Zoom>({
  parse(text) {
    const [, from, to] = /^(-?\d{1,14})-(-?\d{1,14})$/.exec(text) ?? [];
    if (from === undefined || to === undefined || Number(from) >= Number(to)) return null;
    return { fromMs: Number(from), toMs: Number(to) };
  },
  // The sum makes an ordinary zero of a negative one.
  serialize: ({ fromMs, toMs }) => `${fromMs + 0}-${toMs + 0}`,
  eq: (a, b) => a.fromMs === b.fromMs && a.toMs === b.toMs,
});
