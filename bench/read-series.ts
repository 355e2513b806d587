/**
 * Measures reading many series of one run, beside MLflow over the same PostgreSQL in the same run.
 * `node bench/read-series.ts [series] [points]`: 100 series of 500 points unless told otherwise, a point a second.
 * `ratio` is MLflow's time by ours; `pageRatio` is by the overview that pages draw, of at most 200 points a series.
 */
import { ingestOpenMetrics, openRun, readSeries } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { round, withBenchDatabase } from './bench-database.ts';
import { type MlflowMetricsResult, runRival } from './rival.ts';

const series = Number(process.argv[2] ?? 100);
const points = Number(process.argv[3] ?? 500);
const startSeconds = 1_795_240_602;
/** Lines of one answer; more are asked for by another metric. */
const linesPerMetric = 50;
const metrics = Array.from({ length: Math.ceil(series / linesPerMetric) }, (_, at) => `level_${at}`);

await withBenchDatabase(async ({ connectionString }) => {
  const { ctx, close } = await openBenchContext(connectionString);
  const { id: runId } = await openRun(ctx, { params: {}, labels: {}, startedAt: '2026-11-21T05:56:40Z' });
  await ingestOpenMetrics(ctx, { runId, body: exposition() });
  const [full, page] = [await measure(points), await measure(200)];
  await close();
  const mlflow = await runRival<MlflowMetricsResult>('mlflow_metrics.py', [
    connectionString,
    String(series),
    String(points),
  ]);
  const result = {
    bench: 'read-series',
    series,
    points,
    seconds: round(full * 1000) / 1e6,
    pageSeconds: round(page * 1000) / 1e6,
    mlflow,
    ratio: round(mlflow.readSeconds / (full / 1000)),
    pageRatio: round(mlflow.readSeconds / (page / 1000)),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);

  /** The middle of eleven readings, in milliseconds. */
  async function measure(wanted: number): Promise<number> {
    const times: number[] = [];
    for (let at = 0; at < 13; at++) {
      const startedMs = performance.now();
      let lines = 0;
      for (const metric of metrics)
        lines += (await readSeries(ctx, { runId, metric, points: wanted })).lines.length;
      times.push(performance.now() - startedMs);
      if (lines !== series) throw new Error(`expected ${series} series, not ${lines}`);
    }
    return times.slice(2).sort((a, b) => a - b)[5] ?? 0;
  }
});

async function* exposition(): AsyncGenerator<Uint8Array> {
  for (let name = 0; name < series; name++) {
    const metric = metrics[Math.floor(name / linesPerMetric)];
    let text = name % linesPerMetric === 0 ? `# TYPE ${metric} gauge\n` : '';
    for (let step = 0; step < points; step++) {
      text += `${metric}{pod="pod-${name}"} ${(name * 7919 + step * 31) % 1000} ${startSeconds + step}\n`;
    }
    yield Buffer.from(text);
  }
  yield Buffer.from('# EOF\n');
}
