import { appendFileSync } from 'node:fs';
import { boundCapacity } from '@proofload/analysis';
import type { CapacityStep } from '@proofload/domain';

type Contents = 'default' | 'time';

/**
 * Writes what a capacity search finds as samples, in the format that k6 writes: the units of each step, how long it took
 * from its begin until that held which then went on to hold (ms), the bounds found so far, and resources. Everything is in
 * the steps, so a worker that takes the run over writes the same again.
 */
export class CapacitySamples {
  readonly #path: string;
  readonly #known = new Set<string>();
  readonly #ended: CapacityStep[] = [];

  /** @param path of a file that there is already */
  constructor(path: string) {
    this.#path = path;
  }

  begin({ startedAtMs, units }: CapacityStep): void {
    this.#point('capacity_units', startedAtMs, units);
  }

  end(step: CapacityStep): void {
    const { startedAtMs, convergedAtMs, endedAtMs, values } = step;
    this.#ended.push(step);
    const atMs = endedAtMs ?? startedAtMs;
    this.#point('capacity_units', atMs, step.units);
    if (step.state === 'good' && convergedAtMs !== null)
      this.#point('capacity_step_duration', atMs, convergedAtMs - startedAtMs, 'time');
    for (const [name, value] of Object.entries(values)) this.#point(`capacity_resource_${name}`, atMs, value);
    const { lastGood, firstBad } = boundCapacity(this.#ended);
    if (lastGood !== null) this.#point('capacity_last_good', atMs, lastGood);
    if (firstBad !== null) this.#point('capacity_first_bad', atMs, firstBad);
  }

  #point(metric: string, atMs: number, value: number, contains: Contents = 'default'): void {
    const lines: unknown[] = [];
    if (!this.#known.has(metric)) {
      this.#known.add(metric);
      lines.push({ type: 'Metric', metric, data: { name: metric, type: 'gauge', contains, thresholds: [] } });
    }
    lines.push({ metric, type: 'Point', data: { time: new Date(atMs).toISOString(), value, tags: {} } });
    appendFileSync(this.#path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}
