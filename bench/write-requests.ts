/** Requests of Prometheus remote write 1.0 as a server that scrapes nodes would send them. */

import { encodeLabels, encodeSample, field, snappyLiteral } from '@proofload/testkit/write-request';

/** Series of one request; Prometheus sends as many samples at a time unless it is told otherwise. */
const seriesPerRequest = 2000;
const startMs = 1_795_240_602_000;

/**
 * One request for each scrape and 2 000 series: half of the series are counters, half are levels that wander.
 * @yields Snappy-compressed protobuf, with the number of its samples
 */
export function* writeRequests(
  samples: number,
  series: number,
  random: () => number,
): Generator<{ body: Uint8Array; samples: number }> {
  const labels = Array.from({ length: series }, (_, index) => labelsOf(index));
  const values = Array.from({ length: series }, (_, index) => Math.floor(random() * index));
  for (let scrape = 0; scrape * series < samples; scrape++) {
    const timeMs = startMs + scrape * 15_000 + Math.floor(random() * 20);
    for (let from = 0; from < series; from += seriesPerRequest) {
      const parts: Buffer[] = [];
      const until = Math.min(series, from + seriesPerRequest);
      for (let index = from; index < until; index++) {
        const isCounter = index % 2 === 0;
        const step = isCounter ? Math.floor(random() * 50) : Math.round((random() - 0.5) * 1000) / 10;
        values[index] = (values[index] ?? 0) + step;
        parts.push(
          field(
            1,
            Buffer.concat([labels[index] ?? Buffer.alloc(0), encodeSample(values[index] ?? 0, timeMs)]),
          ),
        );
      }
      yield { body: snappyLiteral(Buffer.concat(parts)), samples: until - from };
    }
  }
}

function labelsOf(index: number): Buffer {
  const name =
    index % 2 === 0 ? `node_network_receive_${index % 40}_total` : `node_memory_${index % 40}_bytes`;
  return encodeLabels({
    __name__: name,
    cpu: String(index % 64),
    device: `eth${index % 7}`,
    instance: `10.0.${index >> 8}.${index & 255}:9100`,
    job: 'node',
  });
}
