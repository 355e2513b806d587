import {
  type Amount,
  addAmounts,
  amountBounds,
  amountWithin,
  exactly,
  meanAmount,
  medianAmount,
  type Reducer,
} from '@proofload/domain';
import { meanInterval, standardDeviation } from '@proofload/stats';
import { type KnownNumber, known, NoNumber, plainNumber } from './known-number.ts';

/** Makes one number of the values of several runs, which are in one unit. @param amounts at least one, but for counts */
export function reduceValues(reducer: Reducer, amounts: readonly Amount[], unit: string): KnownNumber {
  if (reducer === 'count') return plainNumber(exactly(amounts.length), '');
  const numbers = amounts.flatMap((amount) => (amount.kind === 'exact' ? [amount.value] : []));
  const isExact = numbers.length === amounts.length;
  switch (reducer) {
    case 'mean':
      return {
        ...plainNumber(known(meanAmount(amounts)), unit),
        replicates: isExact ? numbers : null,
        interval: isExact ? meanInterval(numbers) : null,
      };
    case 'median':
      return plainNumber(known(medianAmount(amounts)), unit);
    case 'min':
    case 'max':
      return plainNumber(known(extreme(amounts, reducer === 'min' ? Math.min : Math.max)), unit);
    case 'range': {
      const bounds = amounts.map(amountBounds);
      const low = Math.min(...bounds.map((bound) => bound.low));
      const high = Math.max(...bounds.map((bound) => bound.high));
      const isIn = { isLowIn: true, isHighIn: true };
      return plainNumber(known(amountWithin({ low, high, ...isIn })), unit);
    }
    case 'sum':
      return plainNumber(
        amounts.reduce((sum, amount) => known(addAmounts(sum, amount))),
        unit,
      );
    case 'stddev': {
      const spread = isExact ? standardDeviation(numbers) : null;
      if (spread === null) {
        const why = isExact ? `n=${numbers.length}` : 'some values are only known as ranges';
        throw new NoNumber('not-assessable', `The standard deviation is not assessable: ${why}`);
      }
      return plainNumber(exactly(spread), unit);
    }
  }
}

/** The least or greatest number that each may be bounds the least or greatest of all. */
function extreme(amounts: readonly Amount[], choose: (...values: number[]) => number): Amount | null {
  const bounds = amounts.map(amountBounds);
  const low = choose(...bounds.map((bound) => bound.low));
  const high = choose(...bounds.map((bound) => bound.high));
  return amountWithin({
    low,
    high,
    isLowIn: bounds.some((bound) => bound.low === low && bound.isLowIn),
    isHighIn: bounds.some((bound) => bound.high === high && bound.isHighIn),
  });
}
