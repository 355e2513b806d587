import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive } from './is-alive.ts';
import {
  type PartName,
  type PartSettings,
  partSettings,
  type StopSignal,
  type TestbedFacts,
  testbedFacts,
} from './options.ts';
import { TestbedError } from './testbed-error.ts';

const partState = z.object({
  /** Null while it is stopped. */
  pid: z.int().nullable(),
  /** How often it ended by itself and was started again. */
  crashes: z.int(),
  settings: partSettings,
});
const partStates = z.record(z.string(), partState);
export type PartState = z.infer<typeof partState>;

const removeWithinMs = 20_000;

/** A testbed that runs, seen from any process. A part that is stopped keeps its data and its port. */
export interface Testbed extends TestbedFacts {
  status(): Promise<Record<PartName, PartState>>;
  /** Ready when it returns. Nothing is done to a part that runs. */
  start(part: PartName): Promise<void>;
  /** @param signal `SIGTERM`, which lets it end in order, unless given */
  stop(part: PartName, signal?: StopSignal): Promise<void>;
  /** Ready when it returns. @param settings those that it has unless given; all of them are replaced */
  restart(part: PartName, settings?: PartSettings, signal?: StopSignal): Promise<void>;
  stopApiServer(signal?: StopSignal): Promise<void>;
  startApiServer(): Promise<void>;
  stopPrometheus(signal?: StopSignal): Promise<void>;
  startPrometheus(): Promise<void>;
  /** Ends every process of it and removes its folder. */
  remove(): Promise<void>;
}

/** @param facts as another process got them from `startTestbed` */
export function connectTestbed(facts: TestbedFacts): Testbed {
  const call = (method: string, path = '', body?: object) => callHost(facts, method, path, body);
  const order = async (part: PartName, body: object): Promise<void> => {
    await call('POST', part, body);
  };
  const testbed: Testbed = {
    ...facts,
    status: async () => partStates.parse(await call('GET')) as Record<PartName, PartState>,
    start: (part) => order(part, { action: 'start' }),
    stop: (part, signal) => order(part, { action: 'stop', signal }),
    restart: (part, settings, signal) => order(part, { action: 'restart', settings, signal }),
    stopApiServer: (signal) => testbed.stop('api-server', signal),
    startApiServer: () => testbed.start('api-server'),
    stopPrometheus: (signal) => testbed.stop('prometheus', signal),
    startPrometheus: () => testbed.start('prometheus'),
    remove: async () => {
      await call('DELETE');
      await waitUntilGone(facts);
    },
  };
  return testbed;
}

/** What is known of the testbed in a folder, or null when there is none. It need not run any more. */
export async function readTestbedFacts(dataDir: string): Promise<TestbedFacts | null> {
  try {
    return testbedFacts.parse(JSON.parse(await readFile(join(dataDir, 'state.json'), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function callHost(facts: TestbedFacts, method: string, path = '', body?: object): Promise<unknown> {
  const { url, token } = facts.control;
  let response: Response;
  try {
    response = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch (cause) {
    throw new TestbedError(`The testbed in ${facts.dataDir} does not run any more`, { cause });
  }
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const said = z.object({ error: z.string() }).safeParse(answer);
  throw new TestbedError(said.success ? said.data.error : `The testbed answered ${response.status}`);
}

async function waitUntilGone({ dataDir, pid }: TestbedFacts): Promise<void> {
  for (const endMs = Date.now() + removeWithinMs; Date.now() < endMs; await sleep(50)) {
    if (!(await isThere(dataDir)) && !isAlive(pid)) return;
  }
  throw new TestbedError(`The testbed in ${dataDir} was not gone within ${removeWithinMs / 1000} s`);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
