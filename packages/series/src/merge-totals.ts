import type { Totals } from './series-accumulator.ts';
import { mergeSketches } from './sketch.ts';

/** The totals of what two roll-ups of one series hold together, in whichever order they were made. */
export function mergeTotals(known: Totals, added: Totals): Totals {
  const isNewer = added.lastMs >= known.lastMs;
  return {
    count: known.count + added.count,
    sum: known.sum + added.sum,
    min: Math.min(known.min, added.min),
    max: Math.max(known.max, added.max),
    last: isNewer ? added.last : known.last,
    lastMs: Math.max(known.lastMs, added.lastMs),
    firstMs: Math.min(known.firstMs, added.firstMs),
    sketch:
      known.sketch && added.sketch
        ? mergeSketches([known.sketch, added.sketch])
        : (added.sketch ?? known.sketch),
  };
}
