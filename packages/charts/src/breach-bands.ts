import type { SloResult } from '@proofload/contracts';
import type { TimeBand } from './time-series-input.ts';

/** The stretches in which objectives did not hold. @param originMs what the times of the chart count from */
export function breachBands(slos: readonly SloResult[], originMs: number): TimeBand[] {
  return slos.flatMap(({ name, breaches }) =>
    breaches.map(({ from, to }) => ({
      kind: 'breach' as const,
      label: name,
      fromMs: Date.parse(from) - originMs,
      toMs: Date.parse(to) - originMs,
    })),
  );
}
