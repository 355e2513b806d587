const bucketMs = 1000;
/** iperf3 takes intervals of at most 60 seconds; an interval that claims to be longer is counted where it begins. */
const mostBuckets = 62;

/**
 * Spreads what was counted in an interval over its seconds, so that ten seconds do not look like one in which ten times
 * as much happened. Parts are whole numbers when the amount is one, and add up to exactly that.
 * @param add is given the time of each part, unix milliseconds
 */
export function spreadCount(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  amount: number,
  add: (timeMs: number, part: number) => void,
): void {
  const first = Math.floor(fromMs / bucketMs);
  const last = Math.ceil(toMs / bucketMs) - 1;
  if (!(last > first) || last - first > mostBuckets) {
    add(fromMs, amount);
    return;
  }
  let given = 0;
  for (let bucket = first; bucket <= last; bucket++) {
    const share = ((bucket + 1) * bucketMs - fromMs) / (toMs - fromMs);
    const due = bucket === last ? amount : Math.round(amount * share);
    add(Math.max(fromMs, bucket * bucketMs), due - given);
    given = due;
  }
}
