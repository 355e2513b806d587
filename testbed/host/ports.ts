import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { TestbedError } from '../testbed-error.ts';

/**
 * Below the ports that systems give to outgoing connections: a part that is stopped for a while finds its port free
 * again, and no client that tries to reach it connects to itself.
 */
const lowest = 12_000;
const highest = 29_000;

const names = [
  'apiServer',
  'etcd',
  'etcdPeer',
  'controllerManager',
  'scheduler',
  'kwok',
  'prometheus',
  'processNode',
] as const;
export type Ports = Record<(typeof names)[number], number>;

/** The ports of the parts: from `base` on, or free ones. Throws when one after `base` is in use. */
export async function choosePorts(base: number | null): Promise<Ports> {
  const chosen = base === null ? await findFreeRange() : base;
  const ports = names.map((_, index) => chosen + index);
  for (const port of ports) {
    if (!(await isFree(port)))
      throw new TestbedError(`Port ${port} of the testbed is in use by another program`);
  }
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Ports;
}

async function findFreeRange(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const base = randomInt(lowest, highest);
    const free = await Promise.all(names.map((_, index) => isFree(base + index)));
    if (free.every(Boolean)) return base;
  }
  throw new TestbedError(
    `No ${names.length} free ports in a row were found between ${lowest} and ${highest}`,
  );
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
