import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { connectTestbed, type Testbed } from './connect-testbed.ts';
import { type NodeShapeInput, type TestbedOptionsInput, testbedFacts, testbedOptions } from './options.ts';
import { TestbedError } from './testbed-error.ts';

/** What the host is told when it shall outlive the process that started it. */
const release = 'release\n';
const hostMain = fileURLToPath(new URL('./host/main.ts', import.meta.url));
const hostLine = z.union([z.object({ ready: z.literal(true) }), z.object({ error: z.string() })]);

export interface TestbedRequest extends Partial<Omit<TestbedOptionsInput, 'nodes'>> {
  /** Played nodes: how many, or what each is like. Three of 110 pods unless given. */
  nodes?: number | NodeShapeInput[];
  /** Whether it ends with the process that asked for it. True unless given. */
  followsParent?: boolean;
  env?: NodeJS.ProcessEnv;
}

/**
 * Starts a control plane of its own on loopback: etcd, API server, controllers, scheduler, played nodes, a node whose
 * pods are local processes, and a Prometheus that scrapes them. It takes about 10 s and 1.1 GB.
 *
 * It ends with the process that asked for it, however that ends, unless `followsParent` is false.
 * Throws a TestbedError when a program is missing or does not start.
 */
export async function startTestbed(request: TestbedRequest = {}): Promise<Testbed> {
  const { nodes = 3, env = process.env, dataDir, followsParent = true, ...rest } = request;
  const parsed = testbedOptions.safeParse({
    ...rest,
    dataDir: dataDir ?? (await mkdtemp(join(tmpdir(), 'proofload-testbed-'))),
    nodes: typeof nodes === 'number' ? Array.from({ length: nodes }, () => ({})) : nodes,
  });
  if (!parsed.success) throw new TestbedError(z.prettifyError(parsed.error));
  const options = parsed.data;
  // A session of its own: a Ctrl-C in the terminal reaches whoever started it, which decides.
  const child = spawn(process.execPath, [hostMain, JSON.stringify(options)], {
    cwd: '/',
    env,
    stdio: ['pipe', 'pipe', followsParent ? 'inherit' : 'ignore'],
    detached: true,
  });
  const line = await firstLine(child);
  if ('error' in line) throw new TestbedError(line.error);
  if (!followsParent) child.stdin.end(release);
  child.stdout.destroy();
  child.unref();
  // What the child holds open of this process shall not hold this process.
  (child.stdin as Partial<Pick<Socket, 'unref'>>).unref?.();
  const facts = testbedFacts.parse(JSON.parse(await readFile(join(options.dataDir, 'state.json'), 'utf8')));
  return connectTestbed(facts);
}

async function firstLine(
  child: ChildProcessByStdio<Writable, Readable, null>,
): Promise<z.infer<typeof hostLine>> {
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new TestbedError(
      `The host of the testbed ended (${signal ?? `exit code ${code}`}) before it was ready`,
    );
  });
  // The exit that follows an error line, or a removal, is no news.
  ended.catch(() => undefined);
  const [text] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  lines.close();
  return hostLine.parse(JSON.parse(text));
}
