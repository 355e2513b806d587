import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache-folder.ts';

const scripts = fileURLToPath(new URL('rivals/', import.meta.url));

/** Path of a program among the rivals, such as `python` or `mlflow`. Throws when they were not installed. */
export function rivalProgram(name: string): string {
  const program = join(cacheFolder, 'rivals/bin', name);
  try {
    accessSync(program);
  } catch (cause) {
    throw new Error(`There is no ${program}: install what we compare with by sh bench/rivals/setup.sh`, {
      cause,
    });
  }
  return program;
}

/**
 * Runs a script of `rivals/` and gives what it measured. Throws when it fails, and when its last line is no JSON.
 * @param script its file name, such as `duckdb_k6.py`
 */
export async function runRival<Result>(script: string, args: readonly string[]): Promise<Result> {
  const child = spawn(rivalProgram('python'), [join(scripts, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${script} ended with exit code ${code}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Result;
}

/** What `duckdb_k6.py FILE [THREADS]` prints. */
export interface DuckdbResult {
  version: string;
  points: number;
  /** Of the result: one for each series and second. */
  rows: number;
  /** With the columns declared. */
  seconds: number;
  /** With columns that DuckDB found out by itself. */
  detectedSeconds: number;
  pointsPerSecond: number;
}

/** What `mlflow_metrics.py DATABASE_URL [SERIES] [POINTS]` prints. */
export interface MlflowMetricsResult {
  version: string;
  samples: number;
  writeSeconds: number;
  samplesPerSecond: number;
  readSeconds: number;
}

/** What `mlflow_search.py DATABASE_URL [RUNS]` prints, in milliseconds. */
export interface MlflowSearchResult {
  version: string;
  runs: number;
  newestFirst: { p50: number; p95: number };
  filteredAndSorted: { p50: number; p95: number };
}
