import { ProofloadError } from '@proofload/domain';
import { boundedList } from '../split-list.ts';

/** Series that may be asked for one by one. */
const maxSeriesIds = 200;

/** Ids of series in a query, separated by commas. Throws `invalid` naming the field. */
export function readSeriesIds(list: string): number[] {
  const ids = boundedList('series', list, maxSeriesIds).map(Number);
  // They are kept in 32 bits, and the database refuses others with words of its own.
  if (ids.every((id) => id < 2 ** 31)) return ids;
  const message = 'expected ids of series as the catalog gives them';
  throw new ProofloadError('invalid', `series: ${message}`, { fields: [{ field: 'series', message }] });
}
