/**
 * Measures lists of runs over real PostgreSQL: the service, from the query to what is sent.
 * `node bench/list-runs.ts [sizes] [repetitions] [mlflow-runs]`: `10000,100000` runs in one project unless told otherwise,
 * each kind of query 40 times, what a run costs to be written among so many, and MLflow beside it with 1 000 runs (0 leaves it out). Prints milliseconds, and how they grow: 0 is not at all, 1 with the number of runs.
 */
import { listRuns, listSweeps, type ServiceContext } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { round, withBenchDatabase } from './bench-database.ts';
import { type MlflowSearchResult, runRival } from './rival.ts';
import { type RunListQuery, runListQueries } from './run-list-queries.ts';
import { seedRuns } from './seed-runs.ts';
import { measureWrites } from './write-runs.ts';

interface Times {
  p50: number;
  p95: number;
}

/** Lists of which a page some 10 000 runs further is measured as well. */
const deep = [
  'newestFirst',
  'byMeasurement',
  'byRareMeasurement',
  'byName',
  'filterThreeAndSort',
  'rangeByAnother',
  'missingLast',
  'eitherOfMany',
];

const sizes = (process.argv[2] ?? '10000,100000').split(',').map(Number);
const repetitions = Number(process.argv[3] ?? 40);
const mlflowRuns = Number(process.argv[4] ?? 1000);

await withBenchDatabase(async ({ connectionString }) => {
  const { ctx, close } = await openBenchContext(connectionString);
  const bySize: Record<number, Record<string, Times>> = {};
  let seeded = 0;
  for (const size of sizes) {
    await seedRuns(connectionString, seeded, size);
    seeded = size;
    bySize[size] = await measureAll(ctx);
  }
  const writes = await measureWrites(ctx);
  await close();
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)];
  const results = Object.keys(bySize[last] ?? {}).map((name) => {
    const times = sizes.map((size) => bySize[size]?.[name] ?? { p50: 0, p95: 0 });
    const growth = Math.log((times.at(-1)?.p50 ?? 1) / (times[0]?.p50 ?? 1)) / Math.log(last / first);
    return [
      name,
      { p50: times.map(({ p50 }) => p50), p95: times.map(({ p95 }) => p95), growth: round(growth) },
    ];
  });
  const slowest = results.map(([, times]) => (times as { p95: number[] }).p95.at(-1) ?? 0);
  const result = {
    bench: 'list-runs',
    sizes,
    repetitions,
    slowestP95Ms: Math.max(...slowest),
    queries: Object.fromEntries(results),
    writes,
    ...(mlflowRuns > 0 ? await compareWithMlflow(connectionString, bySize[last] ?? {}) : {}),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
});

/** A search of MLflow over few runs by ours over many: how many times as long it takes. */
async function compareWithMlflow(connectionString: string, ours: Record<string, Times>): Promise<object> {
  const args = [connectionString, String(mlflowRuns)];
  const mlflow = await runRival<MlflowSearchResult>('mlflow_search.py', args);
  const own = ours.filterThreeAndSort?.p50 ?? 0;
  return { mlflow, ratio: round(mlflow.filteredAndSorted.p50 / own) };
}

async function measureAll(ctx: ServiceContext): Promise<Record<string, Times>> {
  const measured: Record<string, Times> = {};
  for (const [name, query] of Object.entries(runListQueries)) {
    measured[name] = await measure(() => listRuns(ctx, { ...query, limit: 50 }));
  }
  for (const name of deep) {
    const query = runListQueries[name] ?? {};
    const cursor = await turnPages(ctx, query, 20);
    measured[`${name}Deep`] = await measure(() => listRuns(ctx, { ...query, cursor, limit: 50 }));
  }
  measured.sweeps = await measure(() => listSweeps(ctx, { limit: 50 }));
  return measured;
}

/** The cursor past so many pages of the largest size. */
async function turnPages(ctx: ServiceContext, query: RunListQuery, pages: number): Promise<string> {
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const { nextCursor } = await listRuns(ctx, { ...query, limit: 500, ...(cursor ? { cursor } : {}) });
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return cursor ?? '';
}

/** Milliseconds of one call after the other, the first two left out: they fill caches. */
async function measure(call: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let at = -2; at < repetitions; at++) {
    const startedMs = performance.now();
    await call();
    if (at >= 0) times.push(performance.now() - startedMs);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => round(times[Math.ceil(times.length * share) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}
