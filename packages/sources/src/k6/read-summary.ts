import { ProofloadError } from '@proofload/domain';
import type { z } from 'zod';
import { plainText } from '../stream/plain-text.ts';
import type { ReportedSeries } from '../stream/reported-series.ts';
import { builtInMetric } from './k6-metrics.ts';
import { type SummaryMetric, toReportedSeries } from './summary-metric.ts';
import { handleSummarySchema, machineSummarySchema, summaryExportSchema } from './summary-shapes.ts';

export interface K6Summary {
  format: 'k6-summary-export' | 'k6-handle-summary' | 'k6-machine-summary';
  series: ReportedSeries[];
  warnings: string[];
}

/** Thresholds that were crossed and are told one by one. */
const maxWarnings = 100;

/** Reads a k6 summary of any of its three shapes. Throws `invalid` naming the field. */
export function readSummary(text: string): K6Summary {
  const json = parseJson(text);
  if (isObject(json) && isObject(json.results)) {
    const { config, results } = check(machineSummarySchema, json);
    const metrics = results.metrics.map((metric) => ({
      ...metric,
      thresholds: readThresholds(metric.thresholds),
    }));
    return toSummary('k6-machine-summary', metrics, config?.duration ?? null);
  }
  if (!isObject(json) || !isObject(json.metrics)) {
    throw new ProofloadError('invalid', 'This JSON is no k6 summary', {
      fields: [{ field: 'metrics', message: 'expected the metrics of a k6 summary' }],
    });
  }
  const isExport = !Object.values(json.metrics).some((metric) => isObject(metric) && 'type' in metric);
  return isExport
    ? readExport(check(summaryExportSchema, json))
    : readHandled(check(handleSummarySchema, json));
}

function readHandled({ metrics, state }: z.infer<typeof handleSummarySchema>): K6Summary {
  const named = Object.entries(metrics).map(([name, metric]) => ({
    name,
    ...metric,
    thresholds: readThresholds(metric.thresholds),
  }));
  return toSummary('k6-handle-summary', named, state ? state.testRunDurationMs / 1000 : null);
}

function readExport({ metrics }: z.infer<typeof summaryExportSchema>): K6Summary {
  const named = Object.entries(metrics).map(([name, { thresholds, ...rest }]): SummaryMetric => {
    const values = rest as Record<string, number>;
    const isTime = builtInMetric(name.replace(/\{.*$/, ''))?.unit === 'ms';
    const isData = /^(browser_)?data_(sent|received)(\{|$)/.test(name);
    return {
      name,
      type: typeOf(values),
      contains: isTime ? 'time' : isData ? 'data' : 'default',
      values,
      thresholds: Object.fromEntries(
        Object.entries(thresholds ?? {}).map(([text, crossed]) => [plainText(text), !crossed]),
      ),
    };
  });
  return toSummary('k6-summary-export', named, null);
}

/** The type by the figures that each has: a trend has whichever statistics its user asked for. */
function typeOf(values: Readonly<Record<string, number>>): SummaryMetric['type'] {
  if ('passes' in values && 'fails' in values) return 'rate';
  if ('count' in values && 'rate' in values) return 'counter';
  return 'value' in values ? 'gauge' : 'trend';
}

function readThresholds(thresholds: unknown): Record<string, boolean> {
  if (!isObject(thresholds)) return {};
  return Object.fromEntries(
    Object.entries(thresholds).flatMap(([text, result]) =>
      isObject(result) && typeof result.ok === 'boolean' ? [[plainText(text), result.ok] as const] : [],
    ),
  );
}

function toSummary(
  format: K6Summary['format'],
  metrics: readonly SummaryMetric[],
  durationS: number | null,
): K6Summary {
  const crossed = metrics.flatMap(({ name, thresholds }) =>
    Object.entries(thresholds).flatMap(([text, held]) =>
      held ? [] : [`k6 judged the threshold ${text} of ${plainText(name)} as crossed`],
    ),
  );
  return {
    format,
    series: metrics.map((metric) => toReportedSeries(metric, durationS)),
    warnings: crossed.slice(0, maxWarnings),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `expected JSON: ${cause instanceof Error ? cause.message : 'it cannot be read'}`;
    throw new ProofloadError('invalid', `The summary cannot be read: ${message}`, {
      fields: [{ field: 'body', message }],
      cause,
    });
  }
}

function check<S extends z.ZodType>(schema: S, json: unknown): z.infer<S> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
    field: plainText(path.join('.')) || 'body',
    message: plainText(message, 500),
  }));
  throw new ProofloadError('invalid', 'The k6 summary is not as k6 writes it', {
    fields,
    cause: parsed.error,
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
