import { appendFileSync, writeFileSync } from 'node:fs';
import type { PodFacts } from './pod-facts.ts';
import type { RunView } from './run-watcher.ts';

const metrics = {
  kubernetes_pod_scheduling_time: { type: 'trend', contains: 'time' },
  kubernetes_pod_start_time: { type: 'trend', contains: 'time' },
  kubernetes_pod_run_time: { type: 'trend', contains: 'time' },
  kubernetes_pods: { type: 'gauge', contains: 'default' },
  kubernetes_pods_created: { type: 'gauge', contains: 'default' },
  kubernetes_container_oom_kills: { type: 'counter', contains: 'default' },
  kubernetes_job_duration: { type: 'gauge', contains: 'time' },
} as const;
type Metric = keyof typeof metrics;

const phases = ['Pending', 'Running', 'Succeeded', 'Failed'] as const;

/**
 * Writes what the pods of a run do as samples, in the format that k6 writes: how long each took from its creation to be
 * scheduled and to start, and how long it ran (ms, distributions by node), and how many are in which phase. All of it is in
 * the objects themselves, so a worker that takes the run over writes the same again.
 */
export class PodSamples {
  readonly #path: string;
  readonly #told = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(path: string) {
    this.#path = path;
    const lines = Object.entries(metrics).map(([metric, { type, contains }]) =>
      JSON.stringify({ type: 'Metric', metric, data: { name: metric, type, contains, thresholds: [] } }),
    );
    writeFileSync(path, `${lines.join('\n')}\n`);
  }

  /** Takes what has become known since the last call. */
  write(view: RunView, nowMs: number): void {
    const lines: string[] = [];
    const point = (metric: Metric, timeMs: number, value: number, tags: Record<string, string> = {}) =>
      lines.push(
        JSON.stringify({
          metric,
          type: 'Point',
          data: { time: new Date(timeMs).toISOString(), value, tags },
        }),
      );
    for (const pod of view.pods.values()) this.#writePod(pod, point);
    for (const job of view.jobs.values()) {
      const { startedMs, end, name } = job;
      if (startedMs !== null && end?.atMs && this.#isNew(`job/${job.uid}`))
        point('kubernetes_job_duration', end.atMs, end.atMs - startedMs, { job: name });
    }
    this.#writeCounts(view, nowMs, point);
    if (lines.length > 0) appendFileSync(this.#path, `${lines.join('\n')}\n`);
  }

  #writePod(
    pod: PodFacts,
    point: (metric: Metric, timeMs: number, value: number, tags: Record<string, string>) => void,
  ): void {
    const { uid, createdMs, scheduledMs, startedMs, finishedMs } = pod;
    const tags = { ...(pod.node ? { node: pod.node } : {}), ...(pod.job ? { job: pod.job } : {}) };
    const span = (metric: Metric, fromMs: number | null, toMs: number | null) => {
      if (fromMs === null || toMs === null || !this.#isNew(`${metric}/${uid}`)) return;
      point(metric, toMs, Math.max(0, toMs - fromMs), tags);
    };
    span('kubernetes_pod_scheduling_time', createdMs, scheduledMs);
    span('kubernetes_pod_start_time', createdMs, startedMs);
    span('kubernetes_pod_run_time', startedMs, finishedMs);
    for (const { container, reason, finishedMs: atMs } of pod.ends) {
      if (reason === 'OOMKilled' && atMs !== null && this.#isNew(`oom/${uid}/${container}/${atMs}`))
        point('kubernetes_container_oom_kills', atMs, 1, { ...tags, container });
    }
  }

  #writeCounts(
    view: RunView,
    nowMs: number,
    point: (metric: Metric, timeMs: number, value: number, tags?: Record<string, string>) => void,
  ): void {
    const counts = new Map<string, number>(phases.map((phase) => [phase, 0]));
    for (const { phase } of view.pods.values()) counts.set(phase, (counts.get(phase) ?? 0) + 1);
    for (const phase of phases) {
      const count = counts.get(phase) ?? 0;
      if (this.#counts.get(phase) === count) continue;
      this.#counts.set(phase, count);
      point('kubernetes_pods', nowMs, count, { phase: phase.toLowerCase() });
    }
    if (this.#counts.get('all') === view.pods.size) return;
    this.#counts.set('all', view.pods.size);
    point('kubernetes_pods_created', nowMs, view.pods.size);
  }

  #isNew(key: string): boolean {
    if (this.#told.has(key)) return false;
    this.#told.add(key);
    return true;
  }
}
