import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SampleSink } from '@proofload/series';
import { fuzzTimeoutMs } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { PerfDataDecoder } from '../clusterloader2/perf-data-decoder.ts';
import { CsvResultDecoder } from '../csv/csv-result-decoder.ts';
import { Iperf3JsonDecoder } from '../iperf3/json-decoder.ts';
import { CsvDecoder } from '../k6/csv-decoder.ts';
import { NdjsonDecoder } from '../k6/ndjson-decoder.ts';
import { KubeBurnerDecoder } from '../kube-burner/kube-burner-decoder.ts';
import { OtlpDecoder } from '../otlp/otlp-decoder.ts';
import { ExpositionDecoder, ExpositionSeries } from '../scrape/exposition-decoder.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A sink that keeps nothing, so that what grows is the decoder's. */
const forgetful: SampleSink = {
  series: () => 0,
  add: () => undefined,
  addSketch: () => undefined,
  addCounted: () => undefined,
  drain: () => Promise.resolve(),
};
const longName = 'n'.repeat(100_000);
const point = (metric: string, tag: string): string =>
  `{"metric":"${metric}","type":"Point","data":{"time":"2026-11-21T05:56:42Z","value":1,"tags":{"a":"${tag}"}}}\n`;
const document = (index: number, fields: string): string =>
  `${index === 0 ? '' : ','}{"metricName":"m","timestamp":"2026-11-21T05:56:42Z",${fields}}\n`;
const ndjson = () => new NdjsonDecoder(forgetful);
const exposition = () =>
  new ExpositionDecoder(new ExpositionSeries(forgetful, { labels: {}, keep: [] }), () => undefined);
/** Requests of OTLP in JSON, each with one point. */
const otlp = () => {
  const decoder = new OtlpDecoder(forgetful);
  const source = { encoding: 'json', stream: 'one', runStartMs: 0 } as const;
  return { lines: 1, write: (body: Uint8Array) => void decoder.decode(body, source) };
};
const otlpPoint = (name: string, attribute: string): string =>
  JSON.stringify({
    resourceMetrics: [
      {
        scopeMetrics: [
          {
            metrics: [
              {
                name,
                gauge: {
                  dataPoints: [
                    {
                      attributes: [{ key: 'a', value: { stringValue: attribute } }],
                      timeUnixNano: '1795240602000000000',
                      asInt: 1,
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  });

it.each([
  ['tags', ndjson, '', (index: number) => point('m', index + longName)],
  ['metrics', ndjson, '', (index: number) => point(index + longName, 'a')],
  [
    'declared metrics',
    ndjson,
    '',
    (index: number) =>
      `{"type":"Metric","metric":"${index}${longName}","data":{"type":"gauge","contains":"default"}}\n`,
  ],
  [
    'columns of CSV',
    () => new CsvDecoder(forgetful),
    'metric_name,timestamp,metric_value,name\n',
    (index: number) => `vus,1795240602,1,${index}${longName}\n`,
  ],
  [
    'labels of kube-burner',
    () => new KubeBurnerDecoder(forgetful),
    '[\n',
    (index: number) => document(index, `"value":1,"query":"up","labels":{"a":"${index}${longName}"}`),
  ],
  [
    'names of kube-burner',
    () => new KubeBurnerDecoder(forgetful),
    '[\n',
    (index: number) => document(index, `"quantileName":"${index}${longName}"`),
  ],
  [
    'documents that say nothing',
    () => new KubeBurnerDecoder(forgetful),
    '[\n',
    (index: number) => document(index, `"nodeName":"${longName}"`).replace('"m"', `"${index}${longName}"`),
  ],
  [
    'alerts',
    () => new KubeBurnerDecoder(forgetful),
    '[\n',
    (index: number) => document(index, `"description":"${index}${longName}"`).replace('"m"', '"alert"'),
  ],
  [
    'rows of ClusterLoader2',
    () => new PerfDataDecoder(null),
    '{"dataItems":[\n',
    (index: number) =>
      `${index === 0 ? '' : ','}{"data":{"Perc50":1},"labels":{"Metric":"${index}${longName}"}}\n`,
  ],
  [
    'what iperf3 does not read',
    () => new Iperf3JsonDecoder(forgetful),
    '{"server_output_json":[\n',
    (index: number) => `${index === 0 ? '' : ','}"${longName}"\n`,
  ],
  [
    'labels in a CSV',
    () => new CsvResultDecoder(forgetful, {}),
    'time,a,b\n',
    (index: number) => `1795240602,1,x${index}${longName}\n`,
  ],
  ['labels', exposition, '', (index: number) => `up{a="${index}${longName}"} 1\n`],
  ['names', exposition, '', (index: number) => `u${index}${longName} 1\n`],
  ['attributes of OTLP', otlp, '{}', (index: number) => otlpPoint('m', index + longName)],
  ['names of OTLP', otlp, '{}', (index: number) => otlpPoint(index + longName, 'a')],
  ['types', exposition, '', (index: number) => `# TYPE u${index}${longName} counter\n`],
])('does not keep eighty megabytes of %s', { timeout: fuzzTimeoutMs }, (_name, makeDecoder, head, line) => {
  const decoder = makeDecoder();
  decoder.write(Buffer.from(head));
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let refusal: unknown = null;
  for (let index = 0; index < 800 && refusal === null; index++) {
    try {
      decoder.write(Buffer.from(line(index)));
    } catch (error) {
      refusal = error;
    }
  }
  collectGarbage();
  const grownBytes = process.memoryUsage().heapUsed - before;
  expect(refusal === null || (refusal as { code?: string }).code === 'too-large').toBe(true);
  // 80 MB went through.
  expect(grownBytes).toBeLessThan(55e6);
  expect(decoder.lines).toBeGreaterThan(0);
});
