import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CapacityStep, ProofloadError, parseQuantity, type StepFailure } from '@proofload/domain';
import { ClusterError } from '@proofload/kubernetes';
import type { WorkloadEnd, WorkloadFile, WorkloadInput } from '../executor.ts';
import { applyBundle } from '../kubernetes/apply-bundle.ts';
import { describeImages } from '../kubernetes/cluster-facts.ts';
import { collectLogs } from '../kubernetes/collect-results.ts';
import { ObjectNotes } from '../kubernetes/object-notes.ts';
import { PodSamples } from '../kubernetes/pod-samples.ts';
import type { RunCluster } from '../kubernetes/run-place.ts';
import { type RunWatcher, watchForRun } from '../kubernetes/run-watcher.ts';
import { writeSnapshot } from '../kubernetes/write-snapshot.ts';
import { BlindTime } from './blind-time.ts';
import { CapacitySamples } from './capacity-samples.ts';
import { endSearch, sayStep } from './end-search.ts';
import { beginStep, judgeStep, type Look, type StepLimits, sayTimeout } from './judge-step.ts';
import { findTargets, listOomKills, lookAtStep } from './look-at-step.ts';
import { type Measured, measureStep } from './measure-step.ts';
import type { PreparedStep } from './prepare-step.ts';
import { nextStep } from './step-plan.ts';

interface Search {
  cluster: RunCluster;
  namespace: string;
  prepare: (units: number) => PreparedStep;
  /** Steps of earlier workers, the last of which may have been under way. */
  known: readonly CapacityStep[];
  warnings: string[];
}

const lookEveryMs = 1_000;
/** Pods that come by the hundred wake the watcher as often. */
const restMs = 250;
/** What is read of pods when a run is stopped; a run that was cancelled must not take long. */
const stopPatienceMs = 4_000;

type StepEnd = Pick<CapacityStep, 'state' | 'failure' | 'reason' | 'values' | 'convergedAtMs' | 'heldAtMs'>;

/** A capacity search at work: one step after the other, each kept before it begins and when it has ended. */
export class CapacityWorkload {
  readonly samplesPath: string;
  readonly #input: WorkloadInput;
  readonly #search: Search;
  readonly #halting = new AbortController();
  readonly #watching = new AbortController();
  readonly #watcher: RunWatcher;
  readonly #podSamples: PodSamples;
  readonly #objects: ObjectNotes;
  readonly #samples: CapacitySamples;
  readonly #steps: CapacityStep[];
  readonly #warnings: Set<string>;
  #isLeaving = false;
  #refusal: string | null = null;

  constructor(input: WorkloadInput, search: Search) {
    this.#input = input;
    this.#search = search;
    this.#warnings = new Set(search.warnings);
    this.#steps = search.known.filter(({ state }) => state !== 'running');
    this.samplesPath = join(input.directory, 'samples.json');
    this.#podSamples = new PodSamples(this.samplesPath);
    this.#objects = new ObjectNotes(input.note);
    this.#samples = new CapacitySamples(this.samplesPath);
    this.#watcher = watchForRun(input, {
      client: search.cluster.client,
      namespace: search.namespace,
      signal: this.#watching.signal,
    });
  }

  async follow(): Promise<WorkloadEnd> {
    const watching = this.#watcher.run().catch((error: Error) => {
      this.#refusal = `The objects of the run cannot be watched: ${error.message}`;
    });
    const broken = await this.#tryAll().catch((error: Error) => error.message);
    this.#watching.abort();
    await watching;
    if (this.#isLeaving) {
      await this.#search.cluster.client.close();
      return new Promise<never>(() => undefined);
    }
    this.#podSamples.write(this.#watcher, Date.now());
    await this.#objects.tellAll(this.#watcher);
    return this.#finish(broken);
  }

  /** @returns why the search broke off; null when it came to its end or was stopped */
  async #tryAll(): Promise<string | null> {
    for (const step of this.#steps) {
      this.#samples.begin(step);
      this.#samples.end(step);
    }
    const plan = this.#search.prepare(0).settings.steps;
    const underWay = this.#search.known.find(({ state }) => state === 'running');
    for (;;) {
      const units = nextStep(this.#steps, plan);
      if (units === null || this.#halting.signal.aborted) return null;
      const step = await this.#tryStep(units, underWay?.units === units ? underWay : null);
      if (step === null) return null;
      this.#steps.push(step);
    }
  }

  /** @param before the same step of a worker that died: its clock begins anew, its number stays */
  async #tryStep(units: number, before: CapacityStep | null): Promise<CapacityStep | null> {
    const begun: CapacityStep = {
      step: before?.step ?? this.#steps.length + 1,
      units,
      state: 'running',
      startedAtMs: Date.now(),
      convergedAtMs: null,
      heldAtMs: null,
      endedAtMs: null,
      failure: null,
      reason: null,
      values: {},
    };
    const name = `step ${units}`;
    const killed = before === null ? listOomKills(this.#watcher.pods.values()) : [];
    const killedBefore = new Set(killed.map(({ key }) => key));
    // Nothing is made for a step that is not kept, so that nobody makes it for somebody else's run.
    await this.#input.note({ kind: 'step', step: begun });
    await this.#input.note({ kind: 'phase', name, startMs: begun.startedAtMs, endMs: null });
    this.#samples.begin(begun);
    this.#input.log('info', `Step ${begun.step}: ${units} units`);
    const end = await this.#carryOut(begun, {
      killedBefore,
      sinceMs: before?.startedAtMs ?? begun.startedAtMs,
    });
    if (this.#isLeaving) return null;
    const step = { ...begun, ...end, endedAtMs: Date.now() };
    await this.#input.note({ kind: 'step', step });
    await this.#input.note({ kind: 'phase', name, startMs: step.startedAtMs, endMs: step.endedAtMs });
    this.#samples.end(step);
    this.#input.log(step.state === 'good' ? 'info' : 'warn', sayStep(step));
    return step;
  }

  async #carryOut(
    step: CapacityStep,
    kills: { killedBefore: ReadonlySet<string>; sinceMs: number },
  ): Promise<StepEnd> {
    try {
      const prepared = this.#search.prepare(step.units);
      const refusal = await this.#apply(prepared);
      if (refusal !== null) return failed('rejected', refusal);
      return await this.#watchStep(step, prepared, kills);
    } catch (error) {
      if (this.#halting.signal.aborted) return failed('aborted', 'The search was stopped');
      if (error instanceof ProofloadError) return failed('aborted', error.message);
      throw error;
    }
  }

  /** @returns what the API server said against the step, such as that a quota is exceeded; null when it took it */
  async #apply({ bundle }: PreparedStep): Promise<string | null> {
    const { cluster, namespace } = this.#search;
    const { runId } = this.#input;
    this.#watcher.failedCreate = null;
    try {
      const { signal } = this.#halting;
      await applyBundle(cluster.client, { runId, namespace, bundle, isGrowing: true, signal });
      return null;
    } catch (error) {
      // A credential that is not taken any more, or a server that is away, says nothing about the step.
      const isRefusal = error instanceof ClusterError && !error.isTransient && error.status !== 401;
      if (!isRefusal || this.#halting.signal.aborted) throw error;
      return error.message;
    }
  }

  async #watchStep(
    { units, startedAtMs }: CapacityStep,
    { settings, bundle }: PreparedStep,
    kills: { killedBefore: ReadonlySet<string>; sinceMs: number },
  ): Promise<StepEnd> {
    const { runId, askPrometheus } = this.#input;
    const limits: StepLimits = {
      holdMs: settings.hold,
      withinMs: settings.within,
      stallMs: settings.stall?.unchangedFor ?? null,
      generatorMax: settings.generator ? (parseQuantity(settings.generator.max)?.value ?? null) : null,
    };
    const targets = findTargets(bundle.objects, settings.converged.ready);
    const { client } = this.#search.cluster;
    const looking = { runId, client, watcher: this.#watcher, settings, targets, askPrometheus, ...kills };
    const blind = new BlindTime(units, this.#input.log);
    for (let progress = beginStep(startedAtMs); ; ) {
      if (this.#halting.signal.aborted) return failed('aborted', 'The search was stopped');
      const refusal = this.#refusal ?? this.#watcher.longRefusal();
      if (refusal !== null) return failed('aborted', refusal);
      const look = await this.#unlessHalted(lookAtStep(looking, Date.now()));
      this.#podSamples.write(this.#watcher, look.atMs);
      this.#objects.tell(this.#watcher, look.atMs);
      const verdict = judgeStep(progress, look, limits);
      progress = verdict.progress;
      const { convergedAtMs } = progress;
      const measured = verdict.kind === 'held' ? await this.#measure(settings, look.atMs) : null;
      this.#warn(blind.look(look.trouble ?? sayAway(measured), Date.now()));
      if (verdict.kind === 'failed') return { ...failed(verdict.failure, verdict.reason), convergedAtMs };
      if (measured !== null) {
        const heldAtMs = look.atMs;
        const end = this.#judgeMeasured(measured, look, heldAtMs - startedAtMs >= limits.withinMs, limits);
        if (end !== null) return { ...end, convergedAtMs, heldAtMs };
      }
      await this.#watcher.changed(lookEveryMs);
      await sleep(restMs);
    }
  }

  #measure(settings: PreparedStep['settings'], heldAtMs: number): Promise<Measured> {
    return this.#unlessHalted(measureStep(this.#input.askPrometheus, settings, heldAtMs));
  }

  #warn(warning: string | null): void {
    if (warning !== null) this.#warnings.add(warning);
  }

  /** A Prometheus that takes its time must not keep a search from being stopped. */
  async #unlessHalted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#halting;
    const listening = new AbortController();
    const halted = new Promise<never>((_, reject) => {
      const stop = () => reject(new Error('The search was stopped'));
      signal.addEventListener('abort', stop, { once: true, signal: listening.signal });
    });
    try {
      return await Promise.race([work, halted]);
    } finally {
      listening.abort();
    }
  }

  /** @returns null when it cannot be told yet and there is time left */
  #judgeMeasured(measured: Measured, look: Look, isLate: boolean, { withinMs }: StepLimits): StepEnd | null {
    if (measured.kind === 'waiting') {
      if (!isLate) return null;
      if (measured.isAway)
        return failed('aborted', `It could not be told whether it held: ${measured.waiting}`);
      return failed('timeout', sayTimeout({ ...look, why: measured.waiting }, withinMs));
    }
    const { values, broken, missing } = measured;
    for (const name of missing) this.#warnings.add(`The resource ${name} has no data in some steps`);
    if (broken !== null) return { ...failed('slo', broken), values };
    return { ...failed('slo', ''), state: 'good', failure: null, reason: null, values };
  }

  async #finish(broken: string | null): Promise<WorkloadEnd> {
    const pods = [...this.#watcher.pods.values()];
    const { client } = this.#search.cluster;
    const hurry = this.#halting.signal.aborted ? { signal: AbortSignal.timeout(stopPatienceMs) } : {};
    const { logs } = this.#search.prepare(0).settings;
    const collected = await collectLogs({ client, directory: this.#input.directory, pods, ...hurry }, logs);
    await this.#input.note({ kind: 'facts', facts: describeImages(pods) });
    await client.close();
    const end = endSearch(this.#steps, broken);
    const stalled = end.outcome === 'stalled' ? await this.takeSnapshot() : [];
    this.#input.log('info', end.answer);
    const [first] = this.#steps;
    return {
      outcome: end.outcome,
      reason: end.reason,
      warnings: [...this.#warnings, ...collected.warnings],
      files: [...collected.files, ...stalled],
      ...(first
        ? { span: { fromMs: first.startedAtMs, toMs: this.#steps.at(-1)?.endedAtMs ?? Date.now() } }
        : {}),
    };
  }

  stop(): void {
    this.#halting.abort();
    this.#watching.abort();
  }

  leave(): void {
    this.#isLeaving = true;
    this.stop();
  }

  takeSnapshot(): Promise<WorkloadFile[]> {
    return writeSnapshot(this.#input.directory, this.#watcher, { steps: this.#steps });
  }
}

const sayAway = (measured: Measured | null): string | null =>
  measured?.kind === 'waiting' && measured.isAway ? measured.waiting : null;

const failed = (failure: StepFailure, reason: string): StepEnd => ({
  state: 'failed',
  failure,
  reason,
  values: {},
  convergedAtMs: null,
  heldAtMs: null,
});
