/** Requests of Prometheus remote write 1.0 as a server that scrapes nodes would send them. */

import { compressSnappy } from '@proofload/testkit/snappy';
import { encodeLabels, encodeSample, field } from '@proofload/testkit/write-request';

/** Series of one request; Prometheus sends as many samples at a time unless it is told otherwise. */
const seriesPerRequest = 2000;
const startMs = 1_795_240_602_000;

export interface PreparedRequest {
  body: Uint8Array;
  samples: number;
}

/**
 * One request for each scrape and 2 000 series: half of the series are counters, half are levels that wander.
 * @yields Snappy-compressed protobuf, with the number of its samples
 */
export function* writeRequests(
  samples: number,
  series: number,
  random: () => number,
): Generator<PreparedRequest> {
  const templates: Template[] = [];
  for (let from = 0; from < series; from += seriesPerRequest)
    templates.push(new Template(from, Math.min(series, from + seriesPerRequest)));
  const values = Array.from({ length: series }, (_, index) => Math.floor(random() * index));
  for (let scrape = 0; scrape * series < samples; scrape++) {
    const timeMs = startMs + scrape * 15_000 + Math.floor(random() * 20);
    for (let index = 0; index < series; index++) {
      const isCounter = index % 2 === 0;
      const step = isCounter ? Math.floor(random() * 50) : Math.round((random() - 0.5) * 1000) / 10;
      values[index] = (values[index] ?? 0) + step;
    }
    for (const template of templates)
      yield { body: compressSnappy(template.fill(values, timeMs)), samples: template.size };
  }
}

/** A request whose labels are encoded once. Samples of one moment take equally many bytes. */
class Template {
  readonly size: number;
  readonly #from: number;
  readonly #bytes: Buffer;
  /** Where the sample of each series ends. */
  readonly #ends: number[] = [];

  constructor(from: number, until: number) {
    this.#from = from;
    this.size = until - from;
    const parts: Buffer[] = [];
    let length = 0;
    for (let index = from; index < until; index++) {
      const part = field(1, Buffer.concat([labelsOf(index), encodeSample(0, startMs)]));
      parts.push(part);
      length += part.length;
      this.#ends.push(length);
    }
    this.#bytes = Buffer.concat(parts);
  }

  /** The message with other values. It is overwritten by the next one. */
  fill(values: readonly number[], timeMs: number): Buffer {
    const time = encodeSample(0, timeMs).subarray(-timeBytes);
    for (const [place, end] of this.#ends.entries()) {
      this.#bytes.writeDoubleLE(values[this.#from + place] ?? 0, end - timeBytes - 1 - 8);
      this.#bytes.set(time, end - timeBytes);
    }
    return this.#bytes;
  }
}

/** Bytes of a time of this century as a varint. */
const timeBytes = 6;

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
