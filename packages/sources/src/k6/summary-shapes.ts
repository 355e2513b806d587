import { z } from 'zod';

/*
 * The three shapes of a k6 summary. Sources: grafana/k6, internal/js/summary.go and
 * internal/lib/summary (k6 1.8.1), and the recorded fixtures beside this file.
 */
/** Bounded, so that no product of two figures is infinite. */
const figure = z.number().min(-1e150).max(1e150);
const numbers = z.record(z.string(), figure);
const typeSchema = z.enum(['counter', 'gauge', 'rate', 'trend']);
const containsSchema = z.string().default('default');
const judged = z.record(z.string(), z.object({ ok: z.boolean() }));

/** What `handleSummary` receives. */
export const handleSummarySchema = z.object({
  state: z.object({ testRunDurationMs: z.number() }).optional(),
  metrics: z.record(
    z.string(),
    z.object({ type: typeSchema, contains: containsSchema, values: numbers, thresholds: judged.optional() }),
  ),
});

/** `--summary-export`. Beware: a threshold that was crossed is `true` here. */
export const summaryExportSchema = z.object({
  root_group: z.unknown().optional(),
  metrics: z.record(
    z.string(),
    z.object({ thresholds: z.record(z.string(), z.boolean()).optional() }).catchall(figure),
  ),
});

/** Both of the above with `--new-machine-readable-summary`. */
export const machineSummarySchema = z.object({
  version: z.literal('1.0.0'),
  config: z.object({ duration: z.number() }).optional(),
  results: z.object({
    metrics: z.array(
      z.object({
        name: z.string(),
        type: typeSchema,
        contains: containsSchema,
        values: numbers,
        thresholds: z.unknown().optional(),
      }),
    ),
  }),
});
