/**
 * Measures what samples of a real Prometheus take on disk, indexes included.
 * `promtool tsdb dump DATA > FILE; node bench/stored-size.ts FILE`: sends the samples as a stream of scrapes.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { openRun } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { measureStored, round, withBenchDatabase } from './bench-database.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Expected a file of `promtool tsdb dump`');

/** Samples of a request. */
const perRequest = 20_000;

interface Batch {
  series: number[];
  times: number[];
  values: number[];
}

await withBenchDatabase(async ({ connectionString }) => {
  const { ctx, close } = await openBenchContext(connectionString);
  const { id } = await openRun(ctx, { params: {}, labels: {} });
  const run = await ctx.repos.runs.find(id, 'bench');
  if (!run) throw new Error('The run is gone');
  const dictionary: {
    metric: string;
    kind: 'gauge' | 'cumulative';
    unit: null;
    labels: Record<string, string>;
  }[] = [];
  const places = new Map<string, number>();
  let batch: Batch = { series: [], times: [], values: [] };
  let samples = 0;
  const flush = async (): Promise<void> => {
    const digest = createHash('sha256').update(String(samples)).digest();
    const stream = { name: 'write:default', source: 'remote-write', format: 'remote-write-1.0' };
    await ctx.samples.appendSamples(run.key, stream, {
      dictionary,
      columns: { ...batch, sketches: [], counted: [] },
      digest,
    });
    batch = { series: [], times: [], values: [] };
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const end = line.lastIndexOf('} ');
    const [value = '', time = ''] = line.slice(end + 2).split(' ');
    const key = line.slice(0, end + 1);
    let place = places.get(key);
    if (place === undefined) {
      const { __name__: metric = '', ...labels } = readLabels(key);
      const kind = /_(total|bucket|count|sum)$/.test(metric) ? 'cumulative' : 'gauge';
      place = dictionary.push({ metric, kind, unit: null, labels }) - 1;
      places.set(key, place);
    }
    batch.series.push(place);
    batch.times.push(Number(time));
    batch.values.push(Number(value));
    samples += 1;
    if (batch.series.length >= perRequest) await flush();
  }
  if (batch.series.length > 0) await flush();
  await ctx.samples.settleRun(run.key);
  await close();
  const storedBytes = await measureStored(connectionString);
  const result = {
    bench: 'stored-size',
    samples,
    series: dictionary.length,
    bytesPerSample: round(storedBytes / samples),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
});

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*")/g)];
  return Object.fromEntries(
    pairs.map(([, name, value]) => [name ?? '', JSON.parse(value ?? '""') as string]),
  );
}
