import { malformedMessage, ProtobufReader } from '../protobuf/protobuf-reader.ts';
import { type BucketSide, type BucketSpan, maxBuckets } from './native-histogram.ts';

/** The three fields of the buckets of one sign, in the order in which all protocols number them. */
export type SidePart = 'span' | 'delta' | 'count';
const parts: readonly SidePart[] = ['span', 'delta', 'count'];

/** Which part of a side a field is, when the side begins at a number; undefined for other fields. */
export const partOf = (field: number, first: number): SidePart | undefined => parts[field - first];

/** @throws `invalid` past the bound on buckets */
export function readSide(fields: ProtobufReader, subject: string, side: BucketSide, part: SidePart): void {
  if (part === 'count') fields.doubles(side.counts, maxBuckets);
  else if (part === 'delta') {
    const start = side.deltas.length;
    fields.uints(side.deltas, maxBuckets);
    for (let at = start; at < side.deltas.length; at++) side.deltas[at] = unzigzag(side.deltas[at] ?? 0);
  } else if (side.spans.length < maxBuckets) {
    side.spans.push(readSpan(fields.message(new ProtobufReader(subject))));
  } else throw malformedMessage(subject, `a histogram has more than ${maxBuckets} spans`);
}

const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function readSpan(fields: ProtobufReader): BucketSpan {
  const span: BucketSpan = { offset: 0, length: 0 };
  while (fields.next()) {
    if (fields.field === 1) span.offset = fields.sint32();
    else if (fields.field === 2) span.length = fields.uint();
    else fields.skip();
  }
  return span;
}
