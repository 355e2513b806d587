import { createParser } from 'nuqs/server';
import type { Zoom } from '@/components/chart/chart-zoom';

/** A stretch of time in an address: `12000-30000`, milliseconds of the axis. */
export const parseAsZoom = createParser<Zoom>({
  parse(text) {
    const [, from, to] = /^(\d{1,14})-(\d{1,14})$/.exec(text) ?? [];
    if (from === undefined || to === undefined || Number(from) >= Number(to)) return null;
    return { fromMs: Number(from), toMs: Number(to) };
  },
  serialize: ({ fromMs, toMs }) => `${Math.max(0, fromMs)}-${Math.max(0, toMs)}`,
  eq: (a, b) => a.fromMs === b.fromMs && a.toMs === b.toMs,
});
