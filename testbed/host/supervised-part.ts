import { setTimeout as sleep } from 'node:timers/promises';
import type { PartSettings, StopSignal } from '../options.ts';
import { TestbedError } from '../testbed-error.ts';
import type { PartCommand } from './part-commands.ts';
import { type PartPlan, PartProcess } from './part-process.ts';

const pauseMs = 1000;

export interface SupervisedPartPlan extends Pick<PartPlan, 'name' | 'caPem' | 'logPath' | 'guardian'> {
  settings: PartSettings;
  makeCommand: (settings: PartSettings) => PartCommand;
  /** Given a sentence when the part ends by itself. */
  tell: (sentence: string) => void;
}

/**
 * A part that is started again when it ends by itself, as a kubelet would, until it is stopped. What it is asked for is
 * carried out one after the other.
 */
export class SupervisedPart {
  readonly #plan: SupervisedPartPlan;
  #settings: PartSettings;
  #process: PartProcess | null = null;
  #isWanted = false;
  #isAbandoned = false;
  #queue: Promise<unknown> = Promise.resolve();
  /** How often it ended by itself. */
  crashes = 0;

  constructor(plan: SupervisedPartPlan) {
    this.#plan = plan;
    this.#settings = plan.settings;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  get settings(): PartSettings {
    return this.#settings;
  }

  /** Ready when it returns; nothing is done to a part that runs. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  stop(signal: StopSignal = 'SIGTERM'): Promise<void> {
    return this.#inTurn(() => this.#stop(signal));
  }

  /** @param settings those that it has unless given; all of them are replaced */
  restart(settings: PartSettings = this.#settings, signal: StopSignal = 'SIGTERM'): Promise<void> {
    return this.#inTurn(async () => {
      await this.#stop(signal);
      this.#settings = settings;
      await this.#start();
    });
  }

  /** Ends it at once, whatever is being done to it, and for good. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    this.#isWanted = false;
    await this.#process?.stop('SIGKILL');
    await this.#queue;
  }

  async #start(): Promise<void> {
    if (this.#isAbandoned) throw new TestbedError('The testbed is being removed');
    this.#isWanted = true;
    if (this.#process) return;
    const command = this.#plan.makeCommand(this.#settings);
    const started = await PartProcess.spawn({ ...this.#plan, ...command });
    this.#process = started;
    try {
      await started.waitUntilReady();
    } catch (error) {
      await this.#stop('SIGKILL');
      throw error;
    }
    void started.ended.then((ending) => this.#onEnd(started, ending));
  }

  async #stop(signal: StopSignal): Promise<void> {
    this.#isWanted = false;
    const running = this.#process;
    this.#process = null;
    await running?.stop(signal);
  }

  async #onEnd(ended: PartProcess, ending: string): Promise<void> {
    if (this.#process !== ended || !this.#isWanted) return; // it was stopped
    this.#process = null;
    this.crashes += 1;
    this.#plan.tell(`${this.#plan.name} ended by itself (${ending}) and is started again`);
    await sleep(pauseMs);
    await this.#inTurn(() => (this.#isWanted ? this.#start() : Promise.resolve())).catch((error: unknown) => {
      this.#plan.tell(error instanceof TestbedError ? error.message : String(error));
    });
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(step);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}
