interface SealedRow {
  id: string;
  projectId: string;
  sealedSecrets: string;
}

/** A table of Prisma whose rows may hold a sealed text. */
interface SealedTable {
  findMany(query: {
    where: { id: { gt: string }; sealedSecrets: { not: null } };
    orderBy: { id: 'asc' };
    take: number;
    select: { id: true; projectId: true; sealedSecrets: true };
  }): PromiseLike<(Omit<SealedRow, 'sealedSecrets'> & { sealedSecrets: string | null })[]>;
  updateMany(change: {
    where: { id: string; sealedSecrets: string };
    data: { sealedSecrets: string };
  }): PromiseLike<{ count: number }>;
}

/** Rows of every project that hold a secret: for the rotation of keys alone. */
export function createSealedRows(table: SealedTable) {
  return {
    /** In the order of their ids, after an id. */
    async listSealed(afterId: string, limit: number): Promise<SealedRow[]> {
      const rows = await table.findMany({
        where: { id: { gt: afterId }, sealedSecrets: { not: null } },
        orderBy: { id: 'asc' },
        take: limit,
        select: { id: true, projectId: true, sealedSecrets: true },
      });
      return rows.map((row) => ({ ...row, sealedSecrets: row.sealedSecrets ?? '' }));
    },

    /** Writes a secret that was sealed anew. False when it was changed meanwhile. */
    async replaceSealed(id: string, before: string, sealedSecrets: string): Promise<boolean> {
      const { count } = await table.updateMany({
        where: { id, sealedSecrets: before },
        data: { sealedSecrets },
      });
      return count === 1;
    },
  };
}
