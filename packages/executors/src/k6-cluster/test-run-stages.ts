import type { KubernetesObject } from '@proofload/kubernetes';
import { z } from 'zod';
import type { ClusterNote } from '../cluster-note.ts';
import { toMs } from '../kubernetes/pod-facts.ts';

const statusSchema = z.object({
  stage: z.string().default(''),
  conditions: z
    .array(z.object({ type: z.string(), status: z.string(), lastTransitionTime: z.string().nullish() }))
    .nullish(),
});

/** Stages after which nothing follows. */
const lastStages: readonly string[] = ['finished', 'error'];

/** The stages that a TestRun goes through, as they are seen. Each is a phase of the run until the next begins. */
export class TestRunStages {
  stage = '';
  isDeleted = false;
  /** When the load began, once that is known. */
  startedMs: number | null = null;
  #sinceMs = 0;
  readonly #note: (note: ClusterNote) => Promise<void>;

  constructor(note: (note: ClusterNote) => Promise<void>) {
    this.#note = note;
  }

  take(object: KubernetesObject, isGone: boolean, nowMs: number): void {
    this.isDeleted = isGone;
    const parsed = statusSchema.safeParse(object.status ?? {});
    if (isGone || !parsed.success) return;
    const { stage, conditions } = parsed.data;
    if (stage === '' || stage === this.stage) return;
    if (this.stage !== '')
      void this.#note({ kind: 'phase', name: this.stage, startMs: this.#sinceMs, endMs: nowMs });
    const running = conditions?.find(({ type, status }) => type === 'TestRunRunning' && status === 'True');
    // A worker that takes over sees the stage later than it began.
    this.#sinceMs = stage === 'started' ? (toMs(running?.lastTransitionTime) ?? nowMs) : nowMs;
    if (stage === 'started') this.startedMs = this.#sinceMs;
    this.stage = stage;
    if (!lastStages.includes(stage))
      void this.#note({ kind: 'phase', name: stage, startMs: this.#sinceMs, endMs: null });
  }
}
