/**
 * Measures a run with very many series: opening it (its metrics), searching a series, drawing 20 of them.
 * `node bench/large-run.ts [series...]`: 1000 and 10 000 series of 200 samples unless told otherwise.
 */
import { createRandom } from '@proofload/domain';
import { listCatalog, listMetrics, readSeries } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { withBenchDatabase } from './bench-database.ts';
import { fillRun } from './fill-run.ts';
import { growthExponent } from './growth.ts';
import { measureRepeated } from './repeated.ts';

const given = process.argv.slice(2).map(Number).filter(Boolean);
const sizes = given.length > 0 ? given : [1000, 10_000];

const p95 = { open: [] as number[], search: [] as number[], draw: [] as number[] };
for (const series of sizes) {
  await withBenchDatabase(async ({ connectionString }) => {
    const { ctx, close } = await openBenchContext(connectionString);
    const { id: runId } = await fillRun(ctx, { series, samples: 200, random: createRandom(7) });
    const open = await measureRepeated(10, () => listMetrics(ctx, { runId }));
    p95.open.push(open.p95);
    const search = await measureRepeated(10, async () => {
      const { items } = await listCatalog(ctx, { runId, search: `web-${series - 1}`, limit: 50 });
      if (items.length === 0) throw new Error('The series was not found');
    });
    p95.search.push(search.p95);
    const found = await listCatalog(ctx, { runId, search: 'shard="3"', limit: 20 });
    const metric = [...new Set(found.items.map((one) => one.metric))].join(',');
    const ids = found.items.map(({ id }) => id).join(',');
    const draw = await measureRepeated(10, async () => {
      const { lines } = await readSeries(ctx, { runId, metric, series: ids, points: 1000 });
      if (lines.length !== 20) throw new Error(`${lines.length} lines were read`);
    });
    p95.draw.push(draw.p95);
    await close();
  });
}
const result = {
  bench: 'large-run',
  series: sizes,
  openP95Ms: p95.open,
  searchP95Ms: p95.search,
  drawP95Ms: p95.draw,
  exponents: {
    open: growthExponent(sizes, p95.open),
    search: growthExponent(sizes, p95.search),
    draw: growthExponent(sizes, p95.draw),
  },
};
process.stdout.write(`${JSON.stringify(result)}\n`);
