import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { createDirectoryStore } from '@proofload/artifacts';
import { createPool, createPrisma, createRepositories, createSampleStore } from '@proofload/db';
import { makeId } from '@proofload/domain';
import {
  type CommandList,
  createCapacityExecutor,
  createCommandExecutor,
  createK6Executor,
  createK6JobExecutor,
  createK6OperatorExecutor,
  createKubernetesJobExecutor,
  readCommandList,
} from '@proofload/executors';
import { createRunQueue, type QueueLocation } from '@proofload/queue';
import {
  type Actor,
  createSealer,
  type ExecutionContext,
  keepTrying,
  openCluster,
  readSecretKeys,
} from '@proofload/services';
import type { Env } from './env.ts';
import { createLog } from './log.ts';

export interface Container {
  /** Its calls fail at once while the database is away: for work that is repeated anyway. */
  hasty: ExecutionContext;
  /** Its calls wait for a database that is away: for work on a run, whose load goes on meanwhile. */
  patient: ExecutionContext;
  location: QueueLocation;
  close: () => Promise<void>;
}

/** How long a run at work waits for a database that is away. */
const patienceMs = 10 * 60_000;

/** Nobody asked for the work of a worker; each run's work is done within the project of the run. */
const nobody: Actor = { kind: 'system', id: 'worker', name: 'Worker', projectId: '', scopes: new Set() };

/** Wires the real parts together. @param closing fires when the worker must end, waiting for the database or not */
export function createContainer(env: Env, closing: AbortSignal): Container {
  const workerId = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const log = createLog(env.logLevel, workerId);
  const location: QueueLocation = { connectionString: env.databaseUrl, redisUrl: env.redisUrl };
  const prisma = createPrisma({ connectionString: env.databaseUrl });
  const pool = createPool({ connectionString: env.databaseUrl }, (error) =>
    log.warn('A database connection was lost', { error: error.message }),
  );
  const queue = createRunQueue(location, (error) =>
    log.warn('The queue is not reached', { error: error.message }),
  );
  const clock = { nowMs: () => Date.now() };
  const random = () => randomInt(2 ** 32) / 2 ** 32;
  const dataDir = resolve(env.dataDir);
  const scriptsRoot = resolve(env.scriptsRoot ?? join(dataDir, 'scripts'));
  const k6 =
    env.k6 === null
      ? {}
      : {
          k6: createK6Executor({
            program: env.k6,
            scriptsRoot,
          }),
        };
  const commands = env.commands === null ? null : readCommands(env.commands);
  const hasty: ExecutionContext = {
    actor: nobody,
    repos: createRepositories(prisma),
    samples: createSampleStore(pool),
    queue,
    artifacts: createDirectoryStore(join(dataDir, 'artifacts')),
    secrets: createSealer(() =>
      readSecretKeys({ variable: env.secretKey, path: join(dataDir, 'secret-key') }),
    ),
    clock,
    random,
    newId: () => makeId(clock.nowMs(), random),
    config: { baseUrl: env.baseUrl, localK6: env.k6 !== null },
    log,
    workerId,
    executors: {
      ...k6,
      ...(commands === null ? {} : { command: createCommandExecutor(commands) }),
      'kubernetes-job': createKubernetesJobExecutor(),
      'k6-job': createK6JobExecutor({ scriptsRoot }),
      capacity: createCapacityExecutor(),
      'k6-operator': createK6OperatorExecutor({ scriptsRoot }),
    },
    commands: commands ?? {},
    openCluster: (projectId, name) => openCluster(hasty, projectId, name),
    pushUrl: env.pushUrl,
    runsDirectory: join(dataDir, 'runs'),
    prometheusUrl: env.prometheusUrl,
  };
  const patience = { forMs: patienceMs, signal: closing };
  const patient: ExecutionContext = {
    ...hasty,
    repos: keepTrying(hasty, hasty.repos, patience),
    samples: keepTrying(hasty, hasty.samples, patience),
    openCluster: (projectId, name) => openCluster(patient, projectId, name),
  };
  return {
    hasty,
    patient,
    location,
    close: async () => {
      await queue.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Throws one sentence that names the file when the list cannot be read: a worker must not start half configured. */
function readCommands(path: string): CommandList {
  try {
    return readCommandList(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`PROOFLOAD_COMMANDS: ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
