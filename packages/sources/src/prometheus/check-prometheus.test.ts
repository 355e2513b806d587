import { expect, it } from 'vitest';
import type { Fetch } from '../stream/fetch-bytes.ts';
import { checkPrometheus, readDelayMs } from './check-prometheus.ts';
import { createPrometheusClient } from './prometheus-client.ts';

const { signal } = new AbortController();
const up = '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,"3"]]}]}}';

/** A server that answers these paths, and no other. */
function clientOf(answers: Record<string, string>) {
  const fake: Fetch = async (url) => {
    const body = answers[new URL(url).pathname];
    return body === undefined ? new Response('', { status: 404 }) : new Response(body);
  };
  return createPrometheusClient(fake, 'http://prom');
}

const build = '/api/v1/status/buildinfo';
const status = '/api/v1/status/tsdb';
const range = '/api/v1/query_range';

/** As the servers answer, shortened. */
const answers = {
  prometheus: {
    [range]: up,
    [build]:
      '{"status":"success","data":{"version":"2.42.0+ds","revision":"2.42.0+ds-5+deb12u1","branch":"debian/sid","goVersion":"go1.19.8"}}',
    [status]: '{"status":"success","data":{"headStats":{"numSeries":508,"chunkCount":508}}}',
  },
  victoriaMetrics: {
    [range]: up,
    [build]: '{"status":"success","data":{"version":"2.24.0"}}',
    [status]: '{"status":"success","data":{"totalSeries":762,"totalLabelValuePairs":3297}}',
  },
  oldVictoriaMetrics: { [range]: up, [build]: '{"status":"success","data":{}}' },
  mimir: {
    [range]: up,
    [build]:
      '{"status":"success","data":{"application":"Grafana Mimir","version":"2.17.0","revision":"abc","features":{}}}',
  },
  thanos: { [range]: up, [build]: '{"status":"success","data":{"version":"0.39.2","revision":"abc"}}' },
  nothingButQueries: { [range]: up },
};

it.each([
  ['prometheus', 'Prometheus', '2.42.0+ds', 508, 0],
  ['victoriaMetrics', 'VictoriaMetrics', null, 762, 35_000],
  ['oldVictoriaMetrics', 'VictoriaMetrics', null, null, 35_000],
  ['mimir', 'Grafana Mimir', '2.17.0', null, 0],
  ['thanos', 'Thanos', '0.39.2', null, 0],
  ['nothingButQueries', null, null, null, null],
] as const)('knows %s by what it says', async (name, flavour, version, series, delayMs) => {
  const client = clientOf(answers[name]);
  expect(await checkPrometheus(client, 1500, signal)).toEqual({ flavour, version, series, targets: 3 });
  expect(await readDelayMs(client, signal)).toBe(delayMs);
});

it('has no number of targets where nothing is scraped', async () => {
  const nothing = '{"status":"success","data":{"resultType":"matrix","result":[]}}';
  expect(await checkPrometheus(clientOf({ [range]: nothing }), 0, signal)).toMatchObject({ targets: null });
});

it('fails where a query is not answered, whatever else is', async () => {
  const { [range]: _, ...rest } = answers.prometheus;
  await expect(checkPrometheus(clientOf(rest), 0, signal)).rejects.toMatchObject({ kind: 'refused' });
});
