import { createSerializer, parseAsArrayOf, parseAsString } from 'nuqs/server';

/** State of the list of runs, as its address keeps it. `chosen` stays while the pages are turned. */
export const runsState = {
  filter: parseAsString.withDefault(''),
  sort: parseAsString.withDefault('-createdAt'),
  cursor: parseAsString,
  chosen: parseAsArrayOf(parseAsString).withDefault([]),
};

/** More than this cannot be compared at once. */
export const maxChosen = 200;

/** Address of the list in a state. */
export const runsAddress = createSerializer(runsState);
