import { parseAsArrayOf, parseAsString } from 'nuqs/server';

/** State of the list of runs, as its address keeps it. Without `columns` the list has those that most come for. */
export const runsState = {
  filter: parseAsString.withDefault(''),
  sort: parseAsString.withDefault('-createdAt'),
  columns: parseAsArrayOf(parseAsString),
  chosen: parseAsArrayOf(parseAsString).withDefault([]),
};

/** More than this cannot be compared at once. */
export const maxChosen = 200;

/** Columns that can be chosen. */
export const maxColumns = 20;
