import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { metricListSchema, runRefSchema, seriesResponseSchema } from '@proofload/contracts';
import { findFreePort } from '@proofload/testkit/free-port';
import { z } from 'zod';
import { k6SummarySchema } from '../fixtures/k6-summary.ts';
import { expect, test } from '../fixtures/test.ts';

const runFile = promisify(execFile);

let dir: string;
test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-write-'));
});
test.afterAll(() => rm(dir, { recursive: true }));

const json = { 'content-type': 'application/json' };

test("k6 writes into a run while it goes on, and the run agrees with k6's summary", async ({
  api,
  instance,
}) => {
  const { id } = await api.read('/runs', runRefSchema, {
    method: 'POST',
    headers: json,
    body: '{"params":{},"labels":{}}',
  });
  const script = join(dir, 'script.js');
  const summary = join(dir, 'summary.json');
  await writeFile(
    script,
    `import http from 'k6/http';
export const options = { vus: 5, duration: '4s', summaryTrendStats: ['avg', 'min', 'max', 'p(90)', 'p(95)', 'p(99)'] };
export default () => { http.get('${instance.targetUrl}/work?pool=4'); };`,
  );
  const args = [
    'run',
    '--quiet',
    '--no-usage-report',
    '--out=experimental-prometheus-rw',
    `--summary-export=${summary}`,
    script,
  ];
  await runFile(process.env.PROOFLOAD_K6 || 'k6', args, {
    env: {
      ...process.env,
      K6_PROMETHEUS_RW_SERVER_URL: `${instance.url}/api/v1/runs/${id}/write`,
      K6_PROMETHEUS_RW_BEARER_TOKEN: instance.adminToken,
      K6_PROMETHEUS_RW_PUSH_INTERVAL: '1s',
      K6_PROMETHEUS_RW_TREND_STATS: 'avg,min,max,p(95)',
    },
  });
  const { metrics: own } = k6SummarySchema.parse(JSON.parse(await readFile(summary, 'utf8')));
  const { metrics } = await api.read(`/runs/${id}/metrics`, metricListSchema);
  const last = (metric: string) => metrics.find((each) => each.metric === metric)?.totals.max;
  expect(last('k6_http_reqs_total')).toBe(own.http_reqs.count);
  expect(last('k6_iterations_total')).toBe(own.iterations.count);
  // k6 sends seconds.
  expect(last('k6_http_req_duration_max')).toBeCloseTo(own.http_req_duration.max / 1000, 9);
  const { lines } = await api.read(
    `/runs/${id}/series?metric=k6_http_req_duration_p95`,
    seriesResponseSchema,
  );
  expect(lines[0]?.times.length, 'one value a second').toBeGreaterThanOrEqual(3);
  expect(lines[0]?.columns.mean?.at(-1)).toBeCloseTo(own.http_req_duration['p(95)'] / 1000, 3);
});

/** Instant vector or matrix of the Prometheus API, as far as it is read here. */
const answerSchema = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});

test('a Prometheus writes into a run, and the run holds what Prometheus itself answers', async ({
  api,
  instance,
}) => {
  const { id } = await api.read('/runs', runRefSchema, {
    method: 'POST',
    headers: json,
    body: '{"params":{},"labels":{}}',
  });
  const port = await findFreePort();
  const config = {
    global: { scrape_interval: '500ms' },
    scrape_configs: [{ job_name: 'self', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }],
    remote_write: [
      {
        url: `${instance.url}/api/v1/runs/${id}/write`,
        authorization: { credentials: instance.adminToken },
        queue_config: { batch_send_deadline: '500ms' },
      },
    ],
  };
  const prometheusYaml = join(dir, 'prometheus.yml');
  await writeFile(prometheusYaml, JSON.stringify(config));
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${prometheusYaml}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--storage.tsdb.path=${join(dir, 'tsdb')}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  try {
    const ask = async (selector: string) => {
      const query = new URLSearchParams({ query: `${selector}[5m]` });
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${query}`);
      return answerSchema.parse(await response.json()).data.result;
    };
    const stored = async (metric: string) =>
      (await api.read(`/runs/${id}/series?metric=${metric}&by=*&points=4000`, seriesResponseSchema)).lines[0];
    await expect
      .poll(async () => (await stored('go_goroutines'))?.times.length ?? 0, { timeout: 40_000 })
      .toBeGreaterThanOrEqual(8);
    // Ours first: Prometheus may have scraped once more by the time it answers.
    const ours = await stored('go_goroutines');
    const [theirs] = await ask('go_goroutines');
    const values = theirs?.values.map(([, value]) => Number(value)) ?? [];
    const kept = ours?.columns.mean ?? [];
    expect(kept.length).toBeGreaterThanOrEqual(8);
    expect(values.slice(0, kept.length), 'every sample in its order').toEqual(kept);
    const { metrics } = await api.read(`/runs/${id}/metrics`, metricListSchema);
    expect(metrics.length, 'every metric that Prometheus has of itself').toBeGreaterThan(100);
    expect(metrics.find(({ metric }) => metric === 'prometheus_http_requests_total')).toMatchObject({
      kind: 'cumulative',
    });
  } finally {
    await stop(prometheus);
  }
});

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
