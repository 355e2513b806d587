/**
 * `node bench/upload-k6.ts DATABASE_URL < FILE`: uploads a k6 output into a new run and finishes it, and prints times
 * and peak memory.
 */
import { finishRun, ingestK6, openRun } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';

const { ctx, close } = await openBenchContext(process.argv[2] ?? '');
const { id: runId } = await openRun(ctx, { params: {}, labels: {}, startedAt: '2026-11-21T05:56:40Z' });
const startedMs = performance.now();
const { samples } = await ingestK6(ctx, { runId, body: process.stdin });
const uploadMs = performance.now() - startedMs;
await finishRun(ctx, { id: runId, outcome: 'completed' });
const ms = performance.now() - startedMs;
const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ samples, ms, uploadMs, peakRssMb }));
await close();
