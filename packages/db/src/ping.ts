import type { Db } from './client.ts';

/** Asks the database for a sign of life. Throws when it does not answer within the time. */
export async function pingDatabase(db: Db, limitMs = 2_000): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([db.$queryRaw`SELECT 1`, limit]);
  } finally {
    clearTimeout(timer);
  }
}
