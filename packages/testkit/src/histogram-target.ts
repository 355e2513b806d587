import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target that exposes one native histogram, `rpc_duration_seconds`, as Prometheus' clients do in protobuf. */
export interface HistogramTarget {
  url: string;
  observe(value: number): void;
  /** As after the process was started anew. */
  reset(): void;
  stop(): Promise<void>;
}

/** Buckets grow by 2^(1/8), about 9 %. */
const schema = 3;
const zeroThreshold = 2 ** -128;

export async function startHistogramTarget(): Promise<HistogramTarget> {
  const counts = new Map<number, number>();
  let [count, sum] = [0, 0];
  const server = createServer((_, answer) => {
    const family = encodeFamily(counts, count, sum);
    const type =
      'application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited';
    answer.writeHead(200, { 'content-type': type }).end(Buffer.concat([varint(family.length), family]));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    observe: (value) => {
      const index = Math.ceil(Math.log2(value) * 2 ** schema);
      counts.set(index, (counts.get(index) ?? 0) + 1);
      count += 1;
      sum += value;
    },
    reset: () => {
      counts.clear();
      [count, sum] = [0, 0];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}

/** `io.prometheus.client.MetricFamily`. */
function encodeFamily(counts: ReadonlyMap<number, number>, count: number, sum: number): Buffer {
  const spans: Buffer[] = [];
  const deltas: Buffer[] = [];
  let [next, before] = [0, 0];
  for (const [index, own] of [...counts].sort(([a], [b]) => a - b)) {
    spans.push(block(12, Buffer.concat([number(1, zigzag(index - next)), number(2, 1)])));
    deltas.push(number(13, zigzag(own - before)));
    [next, before] = [index + 1, own];
  }
  const figures = [number(1, count), double(2, sum), number(5, zigzag(schema)), double(6, zeroThreshold)];
  const histogram = block(7, Buffer.concat([...figures, ...spans, ...deltas]));
  const label = block(1, Buffer.concat([text(1, 'method'), text(2, 'get')]));
  const metric = block(4, Buffer.concat([label, histogram]));
  const histogramType = 4;
  return Buffer.concat([
    text(1, 'rpc_duration_seconds'),
    text(2, 'How long calls took.'),
    number(3, histogramType),
    metric,
  ]);
}

const tag = (field: number, wire: number): Buffer => varint(field * 8 + wire);
const number = (field: number, value: number): Buffer => Buffer.concat([tag(field, 0), varint(value)]);
const block = (field: number, bytes: Buffer): Buffer =>
  Buffer.concat([tag(field, 2), varint(bytes.length), bytes]);
const text = (field: number, value: string): Buffer => block(field, Buffer.from(value));
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

function double(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([tag(field, 1), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
