/** `node bench/upload-k6.ts DATABASE_URL < FILE`: uploads a k6 output into a new run, and prints time and peak memory. */
import { tmpdir } from 'node:os';
import { createDirectoryStore } from '@proofload/artifacts';
import { createPool, createPrisma, createRepositories, createSampleStore } from '@proofload/db';
import { createRandom, makeId } from '@proofload/domain';
import { createRunQueue } from '@proofload/queue';
import { ingestK6, openRun, type ServiceContext } from '@proofload/services';

const [connectionString = ''] = process.argv.slice(2);
const prisma = createPrisma({ connectionString });
const pool = createPool({ connectionString }, () => undefined);
const queue = createRunQueue({ connectionString }, () => undefined);
const random = createRandom(Date.now());
const silent = (): void => undefined;
const ctx: ServiceContext = {
  actor: {
    kind: 'system',
    id: 'bench',
    name: 'Bench',
    projectId: 'bench',
    scopes: new Set(['read', 'ingest']),
  },
  repos: createRepositories(prisma),
  samples: createSampleStore(pool),
  queue,
  artifacts: createDirectoryStore(tmpdir()),
  clock: { nowMs: Date.now },
  random,
  newId: () => makeId(Date.now(), random),
  config: { baseUrl: 'http://127.0.0.1', localK6: false },
  log: { info: silent, warn: silent, error: silent },
};
await prisma.project.upsert({ where: { id: 'bench' }, create: { id: 'bench', name: 'bench' }, update: {} });
const { id: runId } = await openRun(ctx, { params: {}, labels: {}, startedAt: '2026-11-21T05:56:40Z' });
const startedMs = performance.now();
const { samples } = await ingestK6(ctx, { runId, body: process.stdin });
const ms = performance.now() - startedMs;
const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ samples, ms, peakRssMb }));
await queue.close();
await pool.end();
await prisma.$disconnect();
