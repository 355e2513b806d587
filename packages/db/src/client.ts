import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

export type Db = PrismaClient;

export interface DbOptions {
  connectionString: string;
  /** Largest number of connections; 10 unless told otherwise. */
  poolSize?: number;
}

/** A Prisma client over its own connection pool. Connections that drop are made anew by the pool at the next query. */
export function createPrisma({ connectionString, poolSize = 10 }: DbOptions): Db {
  const adapter = new PrismaPg(
    {
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    },
    // An idle connection that dies is replaced at the next query, where a lasting failure shows.
    { onPoolError: () => undefined, onConnectionError: () => undefined },
  );
  return new PrismaClient({ adapter });
}

/** A plain connection pool, for the sample store. Idle connections that die are replaced at the next query. */
export function createPool(
  { connectionString, poolSize = 10 }: DbOptions,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  pool.on('error', onError);
  return pool;
}
