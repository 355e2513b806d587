import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Testbed, TestbedFacts } from '@proofload/testbed';
import { startTestbed } from '@proofload/testbed/start-testbed';

/** Where a test file asks for the control plane of the suite. */
export interface TestbedAddress {
  url: string;
  token: string;
}

export interface TestbedBroker {
  address: TestbedAddress;
  /** Removes the control plane, if one was asked for. */
  close(): Promise<void>;
}

/**
 * One control plane for a whole suite, started by the first test file that asks for it. It belongs to the process of the
 * runner, not to that of the file, and ends with it.
 */
export async function startTestbedBroker(dir: string): Promise<TestbedBroker> {
  const token = randomBytes(16).toString('hex');
  let started: Promise<Testbed> | null = null;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    started ??= startTestbed({ dataDir: join(dir, 'testbed'), scrapeSeconds: 2 });
    return started.then(
      (testbed) => response.end(JSON.stringify(factsOf(testbed))),
      (error: Error) => response.writeHead(503).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: { url, token },
    close: async () => {
      server.close();
      // Whoever asked was told why it did not start.
      const testbed = await started?.catch(() => null);
      await testbed?.remove();
    },
  };
}

const factsOf = (testbed: Testbed): TestbedFacts => testbed;
