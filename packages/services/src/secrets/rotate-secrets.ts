import type { Sealer } from './sealer.ts';

/** The rows of a table that hold a sealed text. */
export interface SealedRows {
  /** In the order of their ids, after an id. */
  listSealed(
    afterId: string,
    limit: number,
  ): Promise<{ id: string; projectId: string; sealedSecrets: string }[]>;
  /** False when the row holds another text by now. */
  replaceSealed(id: string, before: string, sealedSecrets: string): Promise<boolean>;
}

const batchSize = 100;

/**
 * Seals every stored secret with the newest key. A secret that is changed meanwhile is sealed with that key by whoever
 * changes it. Throws `unavailable` at the first that cannot be opened, and leaves it as it is.
 * @returns how many there are, and how many were sealed anew
 */
export async function rotateSecrets(
  sealer: Sealer,
  tables: Readonly<Record<string, SealedRows>>,
): Promise<{ secrets: number; resealed: number }> {
  const found = { secrets: 0, resealed: 0 };
  for (const [table, rows] of Object.entries(tables)) {
    for (let afterId = '', isLast = false; !isLast; ) {
      const batch = await rows.listSealed(afterId, batchSize);
      for (const { id, projectId, sealedSecrets } of batch) {
        const anew = await sealer.reseal(sealedSecrets, { table, projectId, rowId: id });
        found.secrets += 1;
        if (anew !== sealedSecrets && (await rows.replaceSealed(id, sealedSecrets, anew)))
          found.resealed += 1;
        afterId = id;
      }
      isLast = batch.length < batchSize;
    }
  }
  return found;
}
