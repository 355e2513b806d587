import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { metricListSchema, runRefSchema, runSchema } from '@proofload/contracts';
import type { Api } from '../fixtures/api.ts';
import type { InstanceFacts } from '../fixtures/instance-facts.ts';
import { k6SummarySchema } from '../fixtures/k6-summary.ts';
import { expect, test } from '../fixtures/test.ts';

const runFile = promisify(execFile);

let dir: string;
test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-otlp-'));
});
test.afterAll(() => rm(dir, { recursive: true }));

/** Opens a run, lets k6 push into it, closes it. @returns the run, its metrics, and k6's own summary */
async function pushFromK6(api: Api, instance: InstanceFacts, settings: Record<string, string>) {
  const body = '{"params":{},"labels":{}}';
  const headers = { 'content-type': 'application/json' };
  const { id } = await api.read('/runs', runRefSchema, { method: 'POST', headers, body });
  const script = join(dir, 'script.js');
  const summary = join(dir, 'summary.json');
  await writeFile(
    script,
    `import http from 'k6/http';
import { check } from 'k6';
export const options = { vus: 5, duration: '5s', summaryTrendStats: ['avg', 'min', 'max', 'p(90)', 'p(95)', 'p(99)'] };
export default () => {
  const response = http.get('${instance.targetUrl}/' + (__ITER % 10 === 9 ? 'missing' : 'work?pool=4'));
  check(response, { found: ({ status }) => status === 200 });
};`,
  );
  const args = ['run', '--quiet', '--no-usage-report', '--out=opentelemetry', `--summary-export=${summary}`];
  const { stderr } = await runFile(process.env.PROOFLOAD_K6 || 'k6', [...args, script], {
    env: {
      ...process.env,
      K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
      K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
      K6_OTEL_HTTP_EXPORTER_ENDPOINT: new URL(instance.url).host,
      K6_OTEL_HTTP_EXPORTER_URL_PATH: `/api/v1/runs/${id}/otlp/v1/metrics`,
      K6_OTEL_HEADERS: `Authorization=Bearer%20${instance.adminToken}`,
      K6_OTEL_EXPORT_INTERVAL: '1s',
      ...settings,
    },
  });
  expect(stderr, 'k6 could send everything').not.toContain('level=error');
  await api.read(`/runs/${id}/finish`, runSchema, { method: 'POST' });
  await expect
    .poll(async () => (await api.read(`/runs/${id}`, runSchema)).status, { timeout: 40_000 })
    .toBe('finished');
  const run = await api.read(`/runs/${id}`, runSchema);
  const { metrics } = await api.read(`/runs/${id}/metrics`, metricListSchema);
  const { metrics: own } = k6SummarySchema.parse(JSON.parse(await readFile(summary, 'utf8')));
  const metric = (name: string) => metrics.find((each) => each.metric === name);
  const value = (name: string) => run.measurements[name]?.value ?? Number.NaN;
  return { own, metric, value };
}

test('k6 pushes over OTLP as it does by itself, and the run counts what its summary counts', async ({
  api,
  instance,
}) => {
  const { own, metric, value } = await pushFromK6(api, instance, {});
  expect(value('requests')).toBe(own.http_reqs.count);
  expect(value('iterations')).toBe(own.iterations.count);
  expect(metric('http_reqs')).toMatchObject({ kind: 'cumulative', source: 'otlp' });
  expect(metric('http_req_duration_max')?.totals.max).toBeCloseTo(own.http_req_duration.max, 9);
  expect(metric('http_req_duration_min')?.totals.min).toBeCloseTo(own.http_req_duration.min, 9);
});

test("k6 pushes deltas and exponential histograms, and the run has k6's own metrics with percentiles", async ({
  api,
  instance,
}) => {
  const { own, metric, value } = await pushFromK6(api, instance, {
    OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'delta',
    OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION: 'base2_exponential_bucket_histogram',
  });
  expect(value('requests')).toBe(own.http_reqs.count);
  expect(value('iterations')).toBe(own.iterations.count);
  expect(metric('http_req_duration')).toMatchObject({ kind: 'distribution', unit: 'ms' });
  expect(metric('http_req_duration')?.totals.count).toBe(own.http_reqs.count);
  expect(value('avg') / own.http_req_duration.avg).toBeCloseTo(1, 6);
  expect(metric('http_req_duration')?.totals.max).toBeCloseTo(own.http_req_duration.max, 9);
  // As exact as k6's buckets are narrow.
  expect(Math.abs(value('p95') / own.http_req_duration['p(95)'] - 1)).toBeLessThan(0.04);
  const { passes, fails } = own.http_req_failed;
  expect(value('failures')).toBeCloseTo((passes / (passes + fails)) * 100, 9);
});
