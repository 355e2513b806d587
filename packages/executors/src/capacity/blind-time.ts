import { formatDurationMs, sayUnits } from '@proofload/domain';
import type { WorkloadInput } from '../executor.ts';

/**
 * Times in which nobody could tell how a step stands, because Prometheus or the API server did not answer. The step waits
 * meanwhile; each such time is told when it begins and when it is over.
 */
export class BlindTime {
  readonly #units: number;
  readonly #log: WorkloadInput['log'];
  #since: { atMs: number; trouble: string } | null = null;

  constructor(units: number, log: WorkloadInput['log']) {
    this.#units = units;
    this.#log = log;
  }

  /**
   * @param trouble why a look at the step could not tell; null when it could
   * @returns a warning for the run when such a time is over
   */
  look(trouble: string | null, atMs: number): string | null {
    if (trouble !== null) {
      if (this.#since === null)
        this.#log('warn', `The step waits, as it cannot be told how it stands: ${trouble}`);
      this.#since ??= { atMs, trouble };
      return null;
    }
    if (this.#since === null) return null;
    const lasted = formatDurationMs(atMs - this.#since.atMs);
    const said = `For ${lasted} it could not be told how ${sayUnits(this.#units)} stood: ${this.#since.trouble}`;
    this.#since = null;
    this.#log('info', `It can be told again how the step stands, after ${lasted}`);
    return said;
  }
}
