import 'server-only';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createDirectoryStore } from '@proofload/artifacts';
import { createPool, createPrisma, createRepositories, createSampleStore, pingDatabase } from '@proofload/db';
import { makeId } from '@proofload/domain';
import { createRunQueue } from '@proofload/queue';
import { type Actor, createSealer, readSecretKeys, type ServiceContext } from '@proofload/services';
import { type Env, readEnv } from './env.ts';
import { createLog, type RequestLog } from './log.ts';
import { createServiceMetrics, type ServiceMetrics } from './service-metrics.ts';

/** Everything of the process that outlives a request. */
export interface Container extends Omit<ServiceContext, 'actor' | 'log'> {
  env: Env;
  log: RequestLog;
  metrics: ServiceMetrics;
  /** Throws when the database does not answer. */
  pingDatabase(): Promise<void>;
  close(): Promise<void>;
}

export function createContainer(env: Env): Container {
  const log = createLog(env.logLevel);
  const prisma = createPrisma({ connectionString: env.databaseUrl });
  const pool = createPool({ connectionString: env.databaseUrl }, (error) =>
    log.warn('A database connection was lost', { error }),
  );
  const location = { connectionString: env.databaseUrl, redisUrl: env.redisUrl };
  const queue = createRunQueue(location, (error) => log.warn('The queue is not reached', { error }));
  const clock = { nowMs: () => Date.now() };
  // Ids end in addresses of pages, so their randomness is the unguessable kind.
  const random = () => randomInt(2 ** 32) / 2 ** 32;
  return {
    env,
    log,
    metrics: createServiceMetrics(),
    repos: createRepositories(prisma),
    samples: createSampleStore(pool),
    queue,
    artifacts: createDirectoryStore(join(env.dataDir, 'artifacts')),
    secrets: createSealer(() =>
      readSecretKeys({ variable: env.secretKey, path: join(env.dataDir, 'secret-key') }),
    ),
    clock,
    random,
    newId: () => makeId(clock.nowMs(), random),
    config: { baseUrl: env.baseUrl, localK6: env.localK6 },
    pingDatabase: () => pingDatabase(prisma),
    close: async () => {
      await queue.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** What a service verb is called with, on behalf of an actor. */
export function contextFor<A extends Actor | null>(
  container: Container,
  actor: A,
  log: RequestLog = container.log,
): Omit<ServiceContext, 'actor'> & { actor: A } {
  const { repos, samples, queue, artifacts, secrets, clock, random, newId, config } = container;
  return { actor, repos, samples, queue, artifacts, secrets, clock, random, newId, config, log };
}

// Next bundles pages and routes apart, so a module variable would make one container each.
const key = Symbol.for('proofload.web.container');
const holder = globalThis as { [key]?: Container };

/** The container of this process, made at first use. */
export function getContainer(): Container {
  holder[key] ??= createContainer(readEnv());
  return holder[key];
}

/** Takes the place of the process's own container, for tests. */
export function replaceContainer(container: Container): void {
  holder[key] = container;
}
