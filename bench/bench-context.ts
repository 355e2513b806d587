import { tmpdir } from 'node:os';
import { createDirectoryStore } from '@proofload/artifacts';
import { createPool, createPrisma, createRepositories, createSampleStore } from '@proofload/db';
import { createRandom, makeId } from '@proofload/domain';
import { createRunQueue } from '@proofload/queue';
import { createSealer, parseKeyRing, type ServiceContext } from '@proofload/services';

/** What services are called with, over a database that holds the project `bench`. */
export async function openBenchContext(
  connectionString: string,
): Promise<{ ctx: ServiceContext; close(): Promise<void> }> {
  const prisma = createPrisma({ connectionString });
  const pool = createPool({ connectionString }, () => undefined);
  const queue = createRunQueue({ connectionString }, () => undefined);
  const random = createRandom(Date.now());
  const silent = (): void => undefined;
  await prisma.project.upsert({
    where: { id: 'bench' },
    create: { id: 'bench', name: 'bench' },
    update: {},
  });
  const ctx: ServiceContext = {
    actor: {
      kind: 'system',
      id: 'bench',
      name: 'Bench',
      projectId: 'bench',
      scopes: new Set(['read', 'ingest', 'launch']),
    },
    repos: createRepositories(prisma),
    samples: createSampleStore(pool),
    queue,
    artifacts: createDirectoryStore(tmpdir()),
    secrets: createSealer(async () => parseKeyRing(Buffer.alloc(32, 1).toString('base64'))),
    clock: { nowMs: Date.now },
    random,
    newId: () => makeId(Date.now(), random),
    config: { baseUrl: 'http://127.0.0.1', localK6: false },
    log: { info: silent, warn: silent, error: silent },
  };
  const close = async (): Promise<void> => {
    await queue.close();
    await pool.end();
    await prisma.$disconnect();
  };
  return { ctx, close };
}
