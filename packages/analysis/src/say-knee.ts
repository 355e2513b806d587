import { formatNumber } from '@proofload/domain';
import type { Knee } from './find-knee.ts';

/** Where a response stops to pay, in a sentence. */
export function sayKnee(knee: Knee, factor: string): string {
  const within = `within ${formatNumber(knee.tolerance * 100)} % of the best`;
  const range =
    knee.range === null
      ? 'how certain that is cannot be assessed at n=1'
      : knee.range.from === knee.range.to
        ? 'so in 95 % of draws'
        : `95 % of draws lie between ${knee.range.from} and ${knee.range.to}`;
  switch (knee.kind) {
    case 'knee':
      return `From ${factor}=${knee.level} on, all levels are ${within}; ${range}.`;
    case 'peak':
      return `${factor}=${knee.level} is the first level ${within}, and further ones are worse again; ${range}.`;
    case 'flat':
      return `The first level is as good as the best (${within}): there is no knee.`;
    case 'open':
      return 'Only the last level is the best, so that more might be better still: there is no knee.';
    case 'none':
      return 'No knee can be told: that takes three levels with values above zero.';
  }
}
