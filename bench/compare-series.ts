/**
 * Measures what a comparison page reads: 50 runs, 4 series each of 10 000 points, at a thousand points a line.
 * `node bench/compare-series.ts [points...]`: 1000, 10 000 and 100 000 points a series unless told otherwise.
 */
import { createRandom } from '@proofload/domain';
import { readSeriesOfRuns } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { round, withBenchDatabase } from './bench-database.ts';
import { fillRun } from './fill-run.ts';
import { growthExponent } from './growth.ts';
import { measureRepeated } from './repeated.ts';

const runs = 50;
const series = 4;
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const points = sizes.length > 0 ? sizes : [1000, 10_000, 100_000];

const p50: number[] = [];
const p95: number[] = [];
let bytes = 0;
for (const samples of points) {
  await withBenchDatabase(async ({ connectionString }) => {
    const { ctx, close } = await openBenchContext(connectionString);
    const random = createRandom(7);
    const ids: string[] = [];
    for (let run = 0; run < runs; run++) ids.push((await fillRun(ctx, { series, samples, random })).id);
    const metric = Array.from({ length: series }, (_, index) => `queue_depth_${index}`).join(',');
    const measured = await measureRepeated(20, async () => {
      const answer = await readSeriesOfRuns(ctx, {
        runs: ids.join(','),
        metric,
        columns: 'mean',
        points: 1000,
      });
      const lines = answer.series.flatMap((one) => one.lines);
      if (lines.length !== runs * series) throw new Error(`${lines.length} lines were read`);
      bytes = JSON.stringify(answer).length;
    });
    p50.push(measured.p50);
    p95.push(measured.p95);
    await close();
  });
}
const result = {
  bench: 'compare-series',
  runs,
  series,
  points,
  p50Ms: p50,
  p95Ms: p95,
  answerMb: round(bytes / 1e6),
  exponent: growthExponent(points, p50),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
