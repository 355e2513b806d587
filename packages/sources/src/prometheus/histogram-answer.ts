import { type HistogramBucket, type SampleSink, sketchOfHistogram } from '@proofload/series';
import { z } from 'zod';
import { openHistogram } from '../native-histogram/write-histogram.ts';
import { unitOfName } from '../scrape/exposition-types.ts';
import { plainMetricOf } from './kind-of-query.ts';

/** Which bounds belong to the bucket (they differ by nothing that a sketch tells), its bounds and its count. */
const bucketSchema = z.tuple([z.number(), z.string(), z.string(), z.string()]);
const sampleSchema = z.tuple([
  z.number(),
  z.object({ count: z.string(), sum: z.string(), buckets: z.array(bucketSchema).default([]) }),
]);

/** These give what came in a time or an average, of which nobody can tell what has been counted before. */
const computing = /\b(?:i?rate|increase|i?delta|deriv|(?!last_over_time)[a-z]+_over_time)\s*\(/;

interface AskedHistogram {
  /** Under which the result of the query is stored. */
  name: string;
  query: string;
  labels: Readonly<Record<string, string>>;
}

/** Writes the native histograms of one series of an answer. What cannot be used is left out with a warning. */
export function writeHistograms(
  sink: SampleSink,
  { name, query, labels }: AskedHistogram,
  histograms: readonly unknown[],
): { samples: number; warning: string | null } {
  if (computing.test(query)) {
    const why = 'ask for the histogram itself, of which percentiles are taken over any window';
    return { samples: 0, warning: `native histograms that a function computed were left out; ${why}` };
  }
  const plain = plainMetricOf(query);
  const refs = openHistogram(sink, { metric: name, labels }, plain === null ? null : unitOfName(plain));
  let samples = 0;
  for (const histogram of histograms) {
    const parsed = sampleSchema.safeParse(histogram);
    const buckets = parsed.data?.[1].buckets.map(toBucket);
    if (parsed.data === undefined || !buckets?.every(isCounted))
      return { samples, warning: 'native histograms that cannot be read were left out' };
    const [seconds, { count, sum }] = parsed.data;
    const timeMs = Math.round(seconds * 1000);
    sink.add(refs.count, timeMs, Number(count));
    sink.add(refs.sum, timeMs, Number(sum));
    sink.addCounted(refs.distribution, timeMs, sketchOfHistogram(buckets, Number(sum)));
    samples += 1;
  }
  return { samples, warning: null };
}

const toBucket = ([, low, high, count]: z.infer<typeof bucketSchema>): HistogramBucket => ({
  low: toNumber(low),
  high: toNumber(high),
  count: toNumber(count),
});

const toNumber = (text: string): number =>
  text === '+Inf' || text === '-Inf' ? Number(text.replace('Inf', 'Infinity')) : Number(text);

const isCounted = ({ low, high, count }: HistogramBucket): boolean =>
  low <= high && count >= 0 && count < 2 ** 53;
