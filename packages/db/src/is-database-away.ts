/** The system's: the connection cannot be made, or broke. */
const systemCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT'];
/** PostgreSQL's: shutting down, crashed, starting up, too many connections. Class 08 is connections. */
const serverCodes = ['57P01', '57P02', '57P03', '53300'];
/** Prisma's: not reached, timed out, closed, no connection or transaction to be had. */
const prismaCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'];
/** Prisma's driver adapter's. */
const adapterKinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'];
const awayWords = new Set([...systemCodes, ...serverCodes, ...prismaCodes, ...adapterKinds]);
/** Errors of the driver that have no code. */
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|did not answer within|connection error and is not queryable/;

const maxDepth = 8;

/**
 * Whether an error says that the database is not there at the moment, so that the same call may work later. Looks
 * through causes and through Prisma's wrapping of the driver's errors.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return false;
  const { code, originalCode, kind, message, cause, meta } = error as Partial<Record<string, unknown>>;
  if ([code, originalCode, kind].some(isAwayWord)) return true;
  if (typeof message === 'string' && awayMessages.test(message)) return true;
  return isDatabaseAway(cause, depth + 1) || isDatabaseAway(driverErrorOf(meta), depth + 1);
}

const isAwayWord = (word: unknown): boolean =>
  typeof word === 'string' && (awayWords.has(word) || /^08\w{3}$/.test(word));

const driverErrorOf = (meta: unknown): unknown =>
  typeof meta === 'object' && meta !== null
    ? (meta as { driverAdapterError?: unknown }).driverAdapterError
    : undefined;
