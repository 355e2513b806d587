import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';

const summarySchema = z.object({
  metrics: z.record(
    z.string(),
    z.object({ count: z.number().optional(), thresholds: z.record(z.string(), z.boolean()).optional() }),
  ),
});

/** What the executor itself needs to know of a `--summary-export` file. */
export interface K6Summary {
  droppedIterations: number;
  /** Such as `http_req_duration p(95)<500`. */
  crossedThresholds: string[];
}

const maxSummaryBytes = 64 * 1024 * 1024;

/** Reads a summary; null when k6 ended before it wrote one, or wrote something else. */
export async function readK6Summary(path: string): Promise<K6Summary | null> {
  try {
    if ((await stat(path)).size > maxSummaryBytes) return null;
    return parseK6Summary(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param text content of a `--summary-export` file, whose threshold booleans are inverted: true means crossed */
export function parseK6Summary(text: string): K6Summary | null {
  const parsed = summarySchema.safeParse(JSON.parse(text));
  if (!parsed.success) return null;
  const metrics = Object.entries(parsed.data.metrics);
  return {
    droppedIterations: parsed.data.metrics.dropped_iterations?.count ?? 0,
    crossedThresholds: metrics.flatMap(([metric, { thresholds = {} }]) =>
      Object.entries(thresholds).flatMap(([threshold, isCrossed]) =>
        isCrossed ? [`${metric} ${threshold}`] : [],
      ),
    ),
  };
}
