/**
 * Measures remote write: from the first request until all samples are merged into their series and read, over HTTP to
 * the web server as it is in production (`http`), and by the service that its route calls (`service`).
 * `node bench/remote-write.ts [samples...]`: 300 000, 3 and 30 million samples of 2 000 series unless told otherwise,
 * each size into a run of its own, by 16 senders, after 100 000 that warm up. Every request is made before the clock
 * starts. MLflow takes samples by log-batch over the same PostgreSQL afterwards; `ratio` is by samples a second, of the
 * middle size. Wants `npm run build` and `bench/rivals/setup.sh`.
 */
import { Agent, request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { createRandom } from '@proofload/domain';
import { ingestRemoteWrite, openRun, type ServiceContext } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { measureStored, round, withBenchDatabase } from './bench-database.ts';
import { growthExponent } from './growth.ts';
import { type RequestFile, writeRequestFile } from './request-file.ts';
import { type MlflowMetricsResult, runRival } from './rival.ts';
import { type WebServer, withWebServer } from './web-server.ts';
import { writeRequests } from './write-requests.ts';

const senders = 16;
const series = 2_000;
const warmUp = 100_000;
const args = process.argv.slice(2).map(Number);
const sizes = args.length > 0 ? args : [300_000, 3_000_000, 30_000_000];

/** A way into the store. */
interface Way {
  send(runId: string, body: Buffer): Promise<void>;
  /** Samples of a run that can be read. */
  count(runId: string): Promise<number>;
}

interface Measured {
  acceptedSeconds: number;
  readableSeconds: number;
  samplesPerSecond: number;
}

await withBenchDatabase(async ({ connectionString, folder }) => {
  const { ctx, close } = await openBenchContext(connectionString);
  const measureSizes = async (way: Way): Promise<Measured[]> => {
    const measured: Measured[] = [];
    for (const size of [warmUp, ...sizes]) {
      const prepared = writeRequests(size, series, createRandom(size));
      const requests = await writeRequestFile(join(folder, 'requests'), prepared);
      const { id: runId } = await openRun(ctx, {
        params: {},
        labels: {},
        startedAt: '2026-11-21T05:56:40Z',
      });
      const result = await measure(way, runId, requests);
      await requests.remove();
      if (size !== warmUp || sizes.includes(warmUp)) measured.push(result);
    }
    return measured.slice(-sizes.length);
  };
  const service = await measureSizes(serviceWay(ctx));
  const bytes = await measureStored(connectionString);
  const stored = [warmUp, ...sizes].reduce((sum, size) => sum + Math.ceil(size / series) * series, 0);
  let http: Measured[] = [];
  let peakRssMb: number | null = null;
  await withWebServer({ connectionString, folder }, async (server) => {
    http = await measureSizes(httpWay(server));
    peakRssMb = await server.readPeakRss();
  });
  await close();
  const mlflow = await runRival<MlflowMetricsResult>('mlflow_metrics.py', [connectionString]);
  const middle = http[Math.floor((sizes.length - 1) / 2)]?.samplesPerSecond ?? 0;
  const result = {
    bench: 'remote-write',
    samples: sizes,
    series,
    senders,
    http,
    httpExponent: exponentOf(http),
    service,
    serviceExponent: exponentOf(service),
    bytesPerSample: round(bytes / stored),
    webPeakRssMb: peakRssMb,
    mlflow,
    ratio: round(middle / mlflow.samplesPerSecond),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
});

function exponentOf(measured: readonly Measured[]): number | null {
  return growthExponent(
    sizes,
    measured.map(({ readableSeconds }) => readableSeconds),
  );
}

async function measure(way: Way, runId: string, { bodies, samples }: RequestFile): Promise<Measured> {
  const startedMs = performance.now();
  const queue = bodies();
  const send = async (): Promise<void> => {
    for (let next = await queue.next(); !next.done; next = await queue.next())
      await way.send(runId, next.value);
  };
  await Promise.all(Array.from({ length: senders }, send));
  const acceptedSeconds = (performance.now() - startedMs) / 1000;
  const kept = await way.count(runId);
  const readableSeconds = (performance.now() - startedMs) / 1000;
  if (kept !== samples) throw new Error(`${kept} of ${samples} samples were stored`);
  return {
    acceptedSeconds: round(acceptedSeconds),
    readableSeconds: round(readableSeconds),
    samplesPerSecond: Math.round(samples / readableSeconds),
  };
}

function serviceWay(ctx: ServiceContext): Way {
  return {
    send: async (runId, body) => {
      await ingestRemoteWrite(ctx, { runId, version: '1.0', body: one(body) });
    },
    count: async (runId) => {
      const run = await ctx.repos.runs.find(runId, ctx.actor.projectId);
      const stored = run ? await ctx.samples.listSeries(run.key) : [];
      return stored.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

async function* one(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

function httpWay({ api, token }: WebServer): Way {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const authorization = `Bearer ${token}`;
  return {
    send: (runId, body) =>
      new Promise((settle, reject) => {
        const headers = {
          authorization,
          'content-type': 'application/x-protobuf',
          'content-encoding': 'snappy',
          'content-length': body.length,
          'x-prometheus-remote-write-version': '0.1.0',
        };
        const request = sendRequest(`${api}/runs/${runId}/write`, { method: 'POST', agent, headers });
        request.once('error', reject).once('response', (response) => {
          response.resume().once('end', () => {
            if (response.statusCode === 204) settle();
            else reject(new Error(`The web server answered ${response.statusCode}`));
          });
        });
        request.end(body);
      }),
    count: async (runId) => {
      const response = await fetch(`${api}/runs/${runId}/metrics`, { headers: { authorization } });
      const { metrics } = (await response.json()) as { metrics: { samples: number }[] };
      // The server closes connections that are idle while the requests of the next size are made.
      agent.destroy();
      return metrics.reduce((sum, { samples }) => sum + samples, 0);
    },
  };
}
