import type { RetentionPass } from '@proofload/contracts';
import type { Protection, RetentionKind } from '@proofload/domain';
import { toInstant } from '../instant.ts';
import { pageUrls } from '../page-urls.ts';
import type { PlannedRun } from './plan-expiry.ts';

/** Runs that an answer names. */
const maxNamed = 100;

/** Adds up what a pass removes, or would remove. */
export class PassTally {
  readonly #pass: RetentionPass;
  readonly #baseUrl: string;

  constructor({ dryRun, baseUrl }: { dryRun: boolean; baseUrl: string }) {
    this.#baseUrl = baseUrl;
    const nothing = () => ({ runs: 0, bytes: 0 });
    this.#pass = {
      dryRun,
      ...{ samples: nothing(), artifacts: nothing(), logs: nothing() },
      ...{ runs: [], affected: 0, protected: { runs: 0, pinned: 0, baseline: 0, report: 0 } },
      ...{ unmeasured: 0, failed: 0, complete: true },
    };
  }

  /** Runs that lost something so far. */
  get affected(): number {
    return this.#pass.affected;
  }

  addRemoved(run: PlannedRun, kinds: readonly RetentionKind[]): void {
    const sizes = kinds.map((kind) => run.bytes[kind]);
    kinds.forEach((kind, index) => {
      this.#pass[kind].runs += 1;
      this.#pass[kind].bytes += sizes[index] ?? 0;
    });
    this.#pass.affected += 1;
    if (sizes.includes(null)) this.#pass.unmeasured += 1;
    if (this.#pass.runs.length >= maxNamed) return;
    this.#pass.runs.push({
      id: run.id,
      name: run.name,
      url: pageUrls(this.#baseUrl).run(run.id),
      finishedAt: toInstant(run.finishedAtMs),
      kinds: [...kinds],
      bytes: sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
    });
  }

  addKept(by: Protection): void {
    this.#pass.protected.runs += 1;
    this.#pass.protected[by] += 1;
  }

  addFailed(): void {
    this.#pass.failed += 1;
  }

  end(isComplete: boolean): RetentionPass {
    return { ...this.#pass, complete: isComplete };
  }
}
