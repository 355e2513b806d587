import { z } from 'zod';
import { plainText } from '../stream/plain-text.ts';
import { type PrometheusClient, PrometheusError } from './prometheus-client.ts';

/** What a Prometheus says of itself. What it does not tell is null. */
export interface PrometheusCheck {
  /** Such as `Prometheus`, `Grafana Mimir`, `VictoriaMetrics`. */
  flavour: string | null;
  version: string | null;
  /** Series in memory, or in all, as the server counts them. */
  series: number | null;
  /** Targets that are scraped: series of `up`. */
  targets: number | null;
}

const buildInfoSchema = z.object({
  data: z.object({
    version: z.string().optional(),
    revision: z.string().optional(),
    application: z.string().optional(),
  }),
});
type BuildInfo = z.infer<typeof buildInfoSchema>;
/** Prometheus and Thanos count what is in memory, VictoriaMetrics what it has of the day. */
const statusSchema = z.object({
  data: z.object({
    headStats: z.object({ numSeries: z.number() }).optional(),
    totalSeries: z.number().optional(),
  }),
});

/**
 * Asks what a run would ask, and then who answers. Throws `PrometheusError` when the server does not answer a query;
 * what it does not say of itself is left out.
 */
export async function checkPrometheus(
  client: PrometheusClient,
  nowMs: number,
  signal: AbortSignal,
): Promise<PrometheusCheck> {
  const atMs = Math.floor(nowMs / 1000) * 1000;
  const answer = await client.queryRange('count(up)', { startMs: atMs, endMs: atMs }, 1000, signal);
  const targets = Number(answer.data.result[0]?.values[0]?.[1] ?? Number.NaN);
  const build = await readBuildInfo(client, signal);
  const flavour = nameFlavour(build);
  const status = await readIfThere(client, '/api/v1/status/tsdb', statusSchema, signal);
  return {
    flavour,
    // VictoriaMetrics tells the version of the Prometheus that it can stand for.
    version: flavour === 'VictoriaMetrics' ? null : cut(build?.data.version),
    series: status?.data.headStats?.numSeries ?? status?.data.totalSeries ?? null,
    targets: Number.isFinite(targets) ? targets : null,
  };
}

const readBuildInfo = (client: PrometheusClient, signal: AbortSignal): Promise<BuildInfo | null> =>
  readIfThere(client, '/api/v1/status/buildinfo', buildInfoSchema, signal);

/** Mimir names itself; VictoriaMetrics knows no revision of a source tree; Thanos has not reached 1.0. */
function nameFlavour(build: BuildInfo | null): string | null {
  if (build === null) return null;
  const { application, revision, version } = build.data;
  if (application !== undefined) return cut(application);
  if (revision === undefined) return 'VictoriaMetrics';
  return version?.startsWith('0.') ? 'Thanos' : 'Prometheus';
}

/** VictoriaMetrics repeats the last value of a series over the newest 30 s, in which others show what there is. */
const victoriaMetricsDelayMs = 35_000;

/** How far the data of a server lie behind by its nature; 0 for most, null when it does not tell. */
export async function readDelayMs(client: PrometheusClient, signal: AbortSignal): Promise<number | null> {
  const build = await readBuildInfo(client, signal);
  if (build === null) return null;
  return nameFlavour(build) === 'VictoriaMetrics' ? victoriaMetricsDelayMs : 0;
}

const cut = (text: string | undefined): string | null => (text === undefined ? null : plainText(text, 100));

/** A call that not every server has, or answers alike. */
async function readIfThere<S extends z.ZodType>(
  client: PrometheusClient,
  path: string,
  schema: S,
  signal: AbortSignal,
): Promise<z.output<S> | null> {
  try {
    return schema.safeParse(await client.read(path, signal)).data ?? null;
  } catch (error) {
    if (error instanceof PrometheusError) return null;
    throw error;
  }
}
