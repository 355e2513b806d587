import type { FilterNode } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { compileFilter } from './filter-sql.ts';
import { findRunFields, type RunFields } from './run-fields.ts';
import { leafOfRows } from './run-leaves.ts';
import { listAllRuns, type PageQuery } from './run-list-all.ts';
import { type ListBounds, listMatchingRuns, usualBounds } from './run-list-matching.ts';
import { decodeCursor, encodeCursor, type Place, readOrder, sortedField } from './run-list-order.ts';
import { type RunRecord, toRunRecord, withExperimentName } from './run-record.ts';
import { allRuns, intersect, type RunSet } from './run-set.ts';

export interface RunListQuery {
  filter: FilterNode | null;
  /** A column, a measurement or a numeric parameter; a leading `-` for descending. */
  sort: string;
  limit: number;
  cursor: string | null;
  experimentId?: string;
  sweepId?: string;
}

export interface RunListPage {
  items: RunRecord[];
  nextCursor: string | null;
  total: number;
  /** False when there are more than `total`, of which counting would take too long. */
  isTotalExact: boolean;
}

/** The runs of a project, filtered, sorted by a column or any measurement, page by page. */
export function createRunListRepository(db: Db, bounds: ListBounds = usualBounds) {
  return {
    async list(projectId: string, query: RunListQuery): Promise<RunListPage> {
      const fields = await findRunFields(db, projectId, query.filter, sortedField(query.sort));
      const order = readOrder(query.sort, fields);
      const page: PageQuery = {
        projectId,
        order,
        place: query.cursor === null ? null : decodeCursor(query.cursor, order),
        limit: query.limit + 1,
      };
      const set = chooseRuns(projectId, query, fields);
      const { places, total, isTotalExact } =
        set.kind === 'all' ? await listAllRuns(db, page) : await listMatchingRuns(db, page, set, bounds);
      const shown = places.slice(0, query.limit);
      const last = shown.at(-1);
      return {
        items: await load(db, shown),
        nextCursor: places.length > query.limit && last ? encodeCursor(last) : null,
        total,
        isTotalExact,
      };
    },
  };
}

function chooseRuns(projectId: string, query: RunListQuery, fields: RunFields): RunSet {
  const { filter, experimentId, sweepId } = query;
  const passing = filter === null ? allRuns : compileFilter(projectId, filter, fields);
  const scopes = [
    ...(experimentId === undefined ? [] : [Prisma.sql`r."experimentId" = ${experimentId}`]),
    ...(sweepId === undefined ? [] : [Prisma.sql`r."sweepId" = ${sweepId}`]),
  ];
  return intersect([...scopes.map((condition) => leafOfRows(projectId, condition)), passing]);
}

/** Records in the order of their places. */
async function load(db: Db, places: readonly Place[]): Promise<RunRecord[]> {
  const keys = places.map(({ run }) => BigInt(run));
  const rows = await db.run.findMany({ where: { key: { in: keys } }, include: withExperimentName });
  const byKey = new Map(rows.map((row) => [row.key, toRunRecord(row)]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
