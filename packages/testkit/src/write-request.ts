/** A series of a Prometheus remote write request 1.0. */
export interface WrittenSeries {
  labels: Readonly<Record<string, string>>;
  samples: readonly { timeMs: number; value: number }[];
}

/** A request of Prometheus remote write 1.0: protobuf in Snappy's format. */
export function encodeWriteRequest(series: readonly WrittenSeries[]): Buffer {
  const parts = series.map(({ labels, samples }) => {
    const encoded = samples.map(({ timeMs, value }) => encodeSample(value, timeMs));
    return field(1, Buffer.concat([encodeLabels(labels), ...encoded]));
  });
  return snappyLiteral(Buffer.concat(parts));
}

/** The labels of a series as fields of its message, to be put before its samples. */
export function encodeLabels(labels: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(labels).map(([label, value]) =>
    field(1, Buffer.concat([field(1, Buffer.from(label)), field(2, Buffer.from(value))])),
  );
  return Buffer.concat(pairs);
}

/** A sample as a field of the message of its series. */
export function encodeSample(value: number, timeMs: number): Buffer {
  const double = Buffer.alloc(9);
  double[0] = (1 << 3) | 1;
  double.writeDoubleLE(value, 1);
  return field(2, Buffer.concat([double, Buffer.of(2 << 3), varint(timeMs)]));
}

/** A field that is a block of bytes. */
export const field = (number: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.of((number << 3) | 2), varint(content.length), content]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** Snappy's format without its compression, which is the sender's work. */
export function snappyLiteral(content: Buffer): Buffer {
  const parts: Buffer[] = [varint(content.length)];
  for (let at = 0; at < content.length; at += 65_536) {
    const piece = content.subarray(at, at + 65_536);
    parts.push(Buffer.of(61 << 2, (piece.length - 1) & 255, (piece.length - 1) >> 8), piece);
  }
  return Buffer.concat(parts);
}
