/**
 * `node bench/upload-k6.ts DATABASE_URL [EXPERIMENT] < FILE`: uploads a k6 output into a new run, of an experiment that is
 * given as YAML or of none, and finishes it; prints times, peak memory and measurements.
 */
import { finishRun, ingestK6, openRun, saveExperiment } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';

const [connectionString = '', source = ''] = process.argv.slice(2);
const peakRssMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

const { ctx, close } = await openBenchContext(connectionString);
const experiment = source === '' ? undefined : (await saveExperiment(ctx, { source })).name;
const opened = { params: {}, labels: {}, startedAt: '2026-11-21T05:56:40Z' };
const { id: runId } = await openRun(ctx, { ...opened, ...(experiment && { experiment }) });
const startedMs = performance.now();
const { samples } = await ingestK6(ctx, { runId, body: process.stdin });
const uploadMs = performance.now() - startedMs;
const uploadPeakRssMb = peakRssMb();
const { measurements } = await finishRun(ctx, { id: runId, outcome: 'completed' });
const ms = performance.now() - startedMs;
const values = Object.entries(measurements).map(([name, { value }]) => [name, value]);
process.stdout.write(
  JSON.stringify({
    samples,
    ms,
    uploadMs,
    uploadPeakRssMb,
    peakRssMb: peakRssMb(),
    measurements: Object.fromEntries(values),
  }),
);
await close();
