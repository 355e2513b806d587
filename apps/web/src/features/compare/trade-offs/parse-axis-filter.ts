import type { AxisFilter } from '@proofload/charts';
import { createParser } from 'nuqs/server';

/** A stretch of an axis in an address: `p95~100~200`, an open end left empty. Names are written as in an address. */
export const parseAsAxisFilter = createParser<AxisFilter>({
  parse(text) {
    const [name = '', from = '', to = '', ...more] = text.split('~');
    const ends = [from, to].map((end) => (end === '' ? null : Number(end)));
    const [low = null, high = null] = ends;
    const isSound = ends.every((end) => end === null || Number.isFinite(end));
    if (name === '' || more.length > 0 || !isSound || (low === null && high === null)) return null;
    if (low !== null && high !== null && low > high) return null;
    return { axis: decodeName(name), from: low, to: high };
  },
  serialize: ({ axis, from, to }) =>
    `${encodeURIComponent(axis).replaceAll('~', '%7E')}~${from ?? ''}~${to ?? ''}`,
  eq: (a, b) => a.axis === b.axis && a.from === b.from && a.to === b.to,
});

/** What somebody typed need not be written well. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
