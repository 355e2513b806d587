import type { Db } from '../client.ts';
import type { Prisma } from '../generated/client.ts';
import type { Place } from './run-list-order.ts';

export interface StoredPlace {
  run: bigint;
  value: number | string | Date | null;
}

export const readPlaces = (rows: readonly StoredPlace[]): Place[] =>
  rows.map(({ run, value }) => ({
    run: Number(run),
    value: value instanceof Date ? value.getTime() : value,
  }));

type Joins = 'merge' | 'merge-some' | 'look-up';

/**
 * Runs a query with the joins that suit it, as the planner cannot know how the fields of runs go together: `merge` reads
 * indexes side by side in the order of the run's key, for many runs (`merge-some` when it stops early); `look-up` goes from few runs to what they have. Joins
 * stay in the order in which they are written.
 */
export async function tuned<Row>(db: Db, joins: Joins, query: Prisma.Sql): Promise<Row[]> {
  const [, rows] = await db.$transaction([
    db.$queryRaw`SELECT set_config('enable_hashjoin', 'off', true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true),
      set_config('join_collapse_limit', '1', true), set_config('from_collapse_limit', '1', true),
      set_config(${joins === 'look-up' ? 'enable_mergejoin' : 'enable_nestloop'}, 'off', true),
      set_config('enable_sort', ${joins === 'merge-some' ? 'off' : 'on'}, true),
      set_config('work_mem', '64MB', true)`,
    db.$queryRaw<Row[]>(query),
  ]);
  return rows;
}
