import type { SortDirection } from '@/components/ui/table';

/** How a list sorted by `sort` (`name`, `-createdAt`) is sorted by a column; null when it is by another one. */
export function directionOf(sort: string, column: string): SortDirection | null {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : null;
}

/** The order after a click on the head of a column: by it, then the other way round. Times begin with the newest. */
export function flipSort(sort: string, column: string): string {
  const direction = directionOf(sort, column);
  if (direction === null) return column.endsWith('At') ? `-${column}` : column;
  return direction === 'ascending' ? `-${column}` : column;
}
