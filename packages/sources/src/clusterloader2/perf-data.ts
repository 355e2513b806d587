import { z } from 'zod';

/** One row of a summary. Source: kubernetes/perf-tests, clusterloader2/pkg/measurement/util/perftype.go. */
export const dataItemSchema = z.object({
  data: z.record(z.string(), z.number()),
  unit: z.string().default(''),
  labels: z.record(z.string(), z.string()).nullish(),
});
export type DataItem = z.infer<typeof dataItemSchema>;

export const versionSchema = z.string();

/** Labels that are figures of the run rather than names of what was measured. */
export const countLabels = { Count: 'count', SlowCount: 'slow_count' } as const;

/** The percentile that a name of ClusterLoader2 (`Perc99`) stands for, by the name that measurements use, or null. */
export function percentileName(bucket: string): string | null {
  const digits = /^perc(\d{1,2}(?:\.\d+)?)$/i.exec(bucket)?.[1];
  return digits === undefined ? null : `p${digits}`;
}

/**
 * The name of a summary by that of its file, which ClusterLoader2 makes of the measurement, the test and the time:
 * without the time, runs can be compared.
 */
export function summaryName(fileName: string): string {
  return fileName
    .replace(/\.gz$/i, '')
    .replace(/\.json$/i, '')
    .replace(/_\d{4}-\d{2}-\d{2}T[0-9Z:.+-]*$/, '');
}
