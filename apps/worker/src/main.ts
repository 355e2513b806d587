import { mkdir } from 'node:fs/promises';
import { createQueueWorker } from '@proofload/queue';
import { keepCleaning } from './cleaner.ts';
import { createContainer } from './container.ts';
import { readEnv } from './env.ts';
import { createHandlers } from './handlers/index.ts';
import { keepReconciling } from './reconciler.ts';
import { keepRetention } from './retention.ts';

/** By when a worker that was asked to end does so, done or not: its runs are then found by their leases. */
const shutdownMs = 20_000;

async function main(): Promise<void> {
  const env = readEnv();
  const stopping = new AbortController();
  const closing = new AbortController();
  const container = createContainer(env, closing.signal);
  const { log, runsDirectory, workerId } = container.hasty;
  await mkdir(runsDirectory, { recursive: true });
  const worker = createQueueWorker({
    location: container.location,
    handlers: createHandlers({ container, stopping: stopping.signal }),
    loadConcurrency: env.loadConcurrency,
    onError: (error) => log.warn('The queue reports a problem', { error: error.message }),
  });
  const reconciling = keepReconciling(container.hasty, stopping.signal);
  const cleaning = keepCleaning(container.hasty, stopping.signal);
  const retaining = keepRetention(container.hasty, env.retentionEveryMs, stopping.signal);
  log.info('The worker is ready', {
    workerId,
    localK6: env.k6 !== null,
    loadConcurrency: env.loadConcurrency,
  });

  await receiveStopSignal();
  log.info('The worker stops');
  const deadline = setTimeout(() => {
    log.error('The worker could not stop in order in time');
    process.exit(1);
  }, shutdownMs);
  stopping.abort();
  await Promise.all([worker.close(), reconciling, cleaning, retaining]);
  closing.abort();
  await container.close();
  clearTimeout(deadline);
  log.info('The worker has stopped');
}

function receiveStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The worker could not run: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
