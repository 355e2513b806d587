/** What OTLP answers: nothing when all was accepted, or how many points were refused and why. */
export interface OtlpRefusals {
  rejectedPoints: number;
  /** Empty when there are none. */
  message: string;
}

export type OtlpEncoding = 'protobuf' | 'json';

/** `ExportMetricsServiceResponse` in the encoding of the request. */
export const encodeOtlpResponse = (refusals: OtlpRefusals, encoding: OtlpEncoding): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(encoding === 'json' ? Buffer.from(toJson(refusals)) : toProtobuf(refusals));

function toJson({ rejectedPoints, message }: OtlpRefusals): string {
  const partialSuccess = { rejectedDataPoints: String(rejectedPoints), errorMessage: message };
  return JSON.stringify(rejectedPoints === 0 ? {} : { partialSuccess });
}

function toProtobuf({ rejectedPoints, message }: OtlpRefusals): Uint8Array {
  if (rejectedPoints === 0) return new Uint8Array(0);
  const text = Buffer.from(message);
  const partialSuccess = Buffer.concat([
    Buffer.of((1 << 3) | 0),
    varint(rejectedPoints),
    Buffer.of((2 << 3) | 2),
    varint(text.length),
    text,
  ]);
  return Buffer.concat([Buffer.of((1 << 3) | 2), varint(partialSuccess.length), partialSuccess]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.of(...bytes, rest);
}
