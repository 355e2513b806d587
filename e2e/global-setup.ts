import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type FullConfig } from '@playwright/test';
import { findFreePort } from '@proofload/testkit/free-port';
import { startTestbedBroker } from '@proofload/testkit/testbed-broker';
import { StartedInstance } from '../scripts/start/started-instance.ts';
import { type InstanceFacts, instanceFactsVariable } from './fixtures/instance-facts.ts';
import { testbedVariable } from './fixtures/use-testbed.ts';

const readyWithinMs = 300_000;

/** The product, and a control plane for the first flow that asks for one. */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'proofload-e2e-'));
  await chmod(dir, 0o755); // so that PostgreSQL's user reaches it when root runs this
  const broker = await startTestbedBroker(dir);
  process.env[testbedVariable] = JSON.stringify(broker.address);
  const remove = async (): Promise<void> => {
    await broker.close();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const stop = await startProduct(config, dir);
    return async () => {
      await stop();
      await remove();
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts the product once, as `npm start` does, with data of its own, and signs the owner in. */
async function startProduct(config: FullConfig, dir: string): Promise<() => Promise<void>> {
  if (process.env[instanceFactsVariable]) return async () => undefined; // one that runs already
  const dataDir = join(dir, 'data');
  const instance = new StartedInstance({
    dataDir,
    port: await findFreePort(),
    env: { DATABASE_URL: '', REDIS_URL: '', PROOFLOAD_BASE_URL: '', PROOFLOAD_LOCAL_K6: 'on' },
  });
  const stop = (): Promise<void> => instance.stop();
  try {
    const [, url = ''] = await instance.waitForLine(/Proofload is ready at (\S+)/, readyWithinMs);
    const [, signInUrl = ''] = await instance.waitForLine(/Sign in, .* with (\S+)/, 5000);
    const storageState = join(dir, 'session.json');
    await signIn(config, signInUrl, storageState);
    const facts: InstanceFacts = {
      url,
      dataDir,
      storageState,
      signInUrl,
      pid: instance.pid,
      adminToken: (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim(),
      targetUrl: `http://127.0.0.1:${(await readFile(join(dataDir, 'target-port'), 'utf8')).trim()}`,
    };
    const factsPath = join(dir, 'instance.json');
    await writeFile(factsPath, JSON.stringify(facts));
    process.env[instanceFactsVariable] = factsPath;
    return stop;
  } catch (error) {
    console.error(instance.output);
    await stop();
    throw error;
  }
}

/** Uses the printed link up, as its reader does, and keeps the session for the tests. */
async function signIn(config: FullConfig, signInUrl: string, storageState: string): Promise<void> {
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions);
  try {
    const page = await browser.newPage();
    await page.goto(signInUrl);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    await page.context().storageState({ path: storageState });
  } finally {
    await browser.close();
  }
}
