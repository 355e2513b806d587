import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder for what benchmarks need and nobody wants to make twice: rivals, k6 output. `PROOFLOAD_BENCH_CACHE` moves it. */
export const cacheFolder =
  process.env.PROOFLOAD_BENCH_CACHE ||
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'proofload-bench');
