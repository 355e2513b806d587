import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CoreV1Api, V1Container, V1Pod } from '@kubernetes/client-node';
import type { Guardian } from '../host/guardian.ts';
import { ContainerProcess } from './container-process.ts';
import { expandVariables } from './expand-variables.ts';
import { findEntrypoint } from './find-entrypoint.ts';
import { makeEnvironment } from './make-environment.ts';
import { type PodObjects, readPodObjects } from './pod-objects.ts';
import { type ContainerRecord, makePodStatus, type Phase, toSeconds } from './pod-status.ts';
import { StatusPublisher } from './publish-status.ts';
import { type PathMapping, rewritePaths } from './rewrite-paths.ts';
import { WaitingError } from './waiting-error.ts';
import { writeVolumes } from './write-volumes.ts';

const retryMs = 1000;
const firstBackOffMs = 1000;
const longestBackOffMs = 30_000;
const maxMessageBytes = 4096;

export interface PodEvent {
  type: 'Normal' | 'Warning';
  reason: string;
  message: string;
}

export interface PodSurroundings {
  core: CoreV1Api;
  guardian: Guardian;
  /** Folder of the pod, which need not be there yet. */
  folder: string;
  path: string;
  /** Given what `kubectl describe` lists below a pod. */
  onEvent: (pod: V1Pod, event: PodEvent) => void;
}

/** Runs the containers of one pod as processes and tells the API server how they are. */
export class PodRunner {
  readonly pod: V1Pod;
  readonly #at: PodSurroundings;
  readonly #publisher: StatusPublisher;
  readonly #objects: PodObjects;
  readonly #init: ContainerRecord[];
  readonly #main: ContainerRecord[];
  readonly #processes = new Map<string, ContainerProcess>();
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  #phase: Phase = 'Pending';

  constructor(pod: V1Pod, surroundings: PodSurroundings) {
    this.pod = pod;
    this.#at = surroundings;
    this.#publisher = new StatusPublisher(surroundings.core, pod);
    this.#objects = readPodObjects(surroundings.core, pod);
    this.#init = (pod.spec?.initContainers ?? []).map(newRecord);
    this.#main = (pod.spec?.containers ?? []).map(newRecord);
    this.#done = this.#run();
  }

  /** The log of a container, or null when there is no container of that name. @param back 1 for the one before a restart */
  findLog(containerName: string, back: 0 | 1): { path: string; isEnded: () => boolean } | null {
    const record = [...this.#init, ...this.#main].find(({ container }) => container.name === containerName);
    if (!record || record.restartCount < back) return null;
    const attempt = record.restartCount - back;
    const isEnded = (): boolean => record.restartCount > attempt || record.state.running === undefined;
    return { path: this.#logPath(record.container, attempt), isEnded };
  }

  /** Ends the processes in order, then by force, and removes the folder. */
  async end(graceSeconds: number): Promise<void> {
    this.#stopping.abort();
    for (const name of this.#processes.keys()) this.#tell('Normal', 'Killing', `Stopping container ${name}`);
    for (const process of this.#processes.values()) process.signal('SIGTERM');
    const timer = setTimeout(() => {
      for (const process of this.#processes.values()) process.signal('SIGKILL');
    }, graceSeconds * 1000);
    await this.#done;
    clearTimeout(timer);
    this.#publisher.stop();
    await rm(this.#at.folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    try {
      for (const record of this.#init) {
        const exitCode = await this.#runToEnd(record, this.pod.spec?.restartPolicy !== 'Never');
        if (exitCode !== 0) return await this.#finish('Failed');
      }
      const runs = this.#main.map((record) => this.#runAsTold(record));
      const exitCodes = await Promise.all(runs);
      await this.#finish(exitCodes.every((code) => code === 0) ? 'Succeeded' : 'Failed');
    } catch (error) {
      if ((error as Error).name === 'AbortError') return; // it was ended before everything had started
      this.#tell('Warning', 'Failed', (error as Error).message);
      await this.#finish('Failed');
    }
  }

  #runAsTold(record: ContainerRecord): Promise<number> {
    const policy = this.pod.spec?.restartPolicy ?? 'Always';
    return this.#runToEnd(record, policy !== 'Never', policy === 'Always');
  }

  /** Runs a container until its policy lets it rest. @returns the last exit code */
  async #runToEnd(record: ContainerRecord, againOnFailure: boolean, againOnSuccess = false): Promise<number> {
    for (let backOffMs = firstBackOffMs; ; backOffMs = Math.min(backOffMs * 2, longestBackOffMs)) {
      const exitCode = await this.#runOnce(record);
      const isAgain = exitCode === 0 ? againOnSuccess : againOnFailure;
      if (!isAgain || this.#stopping.signal.aborted) return exitCode;
      record.lastState = record.state;
      record.state = { waiting: { reason: 'CrashLoopBackOff', message: `back-off ${backOffMs / 1000}s` } };
      await this.#publish();
      await sleep(backOffMs, undefined, { signal: this.#stopping.signal });
      record.restartCount += 1;
    }
  }

  async #runOnce(record: ContainerRecord): Promise<number> {
    const process = await this.#startWhenPossible(record);
    this.#processes.set(record.container.name, process);
    this.#tell('Normal', 'Started', `Started container ${record.container.name}`);
    const startedAt = toSeconds(new Date());
    record.state = { running: { startedAt } };
    if (this.#main.includes(record)) this.#phase = 'Running';
    const told = this.#publish();
    if (this.#stopping.signal.aborted) process.signal('SIGTERM');
    const { exitCode, startError } = await process.ended;
    this.#processes.delete(record.container.name);
    // A short-lived container is seen to run before it is seen to have ended.
    await told;
    const reason = startError ? 'StartError' : exitCode === 0 ? 'Completed' : 'Error';
    const message = startError ?? (await this.#readMessage(record, exitCode));
    record.state = {
      terminated: { exitCode, reason, message, startedAt, finishedAt: toSeconds(new Date()) },
    };
    return exitCode;
  }

  /** Tries until everything that the container refers to is there. */
  async #startWhenPossible(record: ContainerRecord): Promise<ContainerProcess> {
    for (;;) {
      this.#stopping.signal.throwIfAborted();
      try {
        return await this.#start(record);
      } catch (error) {
        const reason = error instanceof WaitingError ? error.reason : 'ContainerCreating';
        const { message } = error as Error;
        if (record.state.waiting?.message !== message) {
          record.state = { waiting: { reason, message } };
          this.#tell('Warning', reason === 'FailedMount' ? reason : 'Failed', message);
          await this.#publish();
        }
        await sleep(retryMs, undefined, { signal: this.#stopping.signal });
      }
    }
  }

  async #start({ container, restartCount }: ContainerRecord): Promise<ContainerProcess> {
    const { folder, guardian, path } = this.#at;
    const volumes = join(folder, 'volumes');
    const home = join(folder, 'home');
    await mkdir(home, { recursive: true });
    await mkdir(join(folder, 'log'), { recursive: true });
    await writeFile(this.#messagePath(container), '');
    // Scripts of one container may name what only another mounts; so the text of volumes is written for all of them.
    const everywhere = [...(this.pod.spec?.initContainers ?? []), ...(this.pod.spec?.containers ?? [])];
    await writeVolumes(
      this.pod,
      volumes,
      this.#objects,
      everywhere.flatMap((each) => this.#mappings(each)),
    );
    const mappings = this.#mappings(container);
    const variables = await makeEnvironment(this.pod, container, this.#objects, mappings);
    const command = container.command ?? findEntrypoint(container.image ?? '');
    const rewritten = [...command, ...(container.args ?? [])].map((argument) =>
      rewritePaths(expandVariables(argument, variables), mappings),
    );
    return new ContainerProcess({
      argv: rewritten,
      env: { PATH: path, HOME: home, HOSTNAME: this.pod.metadata?.name ?? '', ...variables },
      cwd: container.workingDir ? rewritePaths(container.workingDir, mappings) : home,
      logPath: this.#logPath(container, restartCount),
      guardian,
    });
  }

  #mappings(container: V1Container): PathMapping[] {
    const mounts = (container.volumeMounts ?? []).map(({ mountPath, name, subPath = '' }) => ({
      containerPath: mountPath,
      realPath: join(this.#at.folder, 'volumes', name, subPath),
    }));
    const containerPath = container.terminationMessagePath ?? '/dev/termination-log';
    return [...mounts, { containerPath, realPath: this.#messagePath(container) }];
  }

  async #readMessage({ container, restartCount }: ContainerRecord, exitCode: number): Promise<string> {
    const written = await readFile(this.#messagePath(container), 'utf8').catch(() => '');
    if (written !== '') return written.slice(0, maxMessageBytes);
    if (exitCode === 0 || container.terminationMessagePolicy !== 'FallbackToLogsOnError') return '';
    const log = await readFile(this.#logPath(container, restartCount), 'utf8');
    const lines = log.split('\n').slice(-81);
    return lines
      .map((line) => line.slice(line.indexOf(' ') + 1))
      .join('\n')
      .slice(-2048);
  }

  async #finish(phase: Phase): Promise<void> {
    this.#phase = phase;
    await this.#publish();
  }

  #publish(): Promise<void> {
    const now = toSeconds(new Date());
    return this.#publisher.publish(makePodStatus(this.pod, this.#phase, this.#init, this.#main, now));
  }

  #tell(type: PodEvent['type'], reason: string, message: string): void {
    this.#at.onEvent(this.pod, { type, reason, message });
  }

  #messagePath(container: V1Container): string {
    return join(this.#at.folder, `termination-${container.name}`);
  }

  #logPath(container: V1Container, attempt: number): string {
    return join(this.#at.folder, 'log', `${container.name}-${attempt}`);
  }
}

const newRecord = (container: V1Container): ContainerRecord => ({
  container,
  state: { waiting: { reason: 'ContainerCreating' } },
  lastState: null,
  restartCount: 0,
});
