const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT']);
/** PostgreSQL's: shutting down, crashed, starting up, too many connections. Class 08 is connections. */
const serverCodes = new Set(['57P01', '57P02', '57P03', '53300']);
/** Prisma's: not reached, timed out, closed, no connection free. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
const adapterKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
const messages = /timeout exceeded when trying to connect|Connection terminated|did not answer within/;

/** Whether an error says that the database is not there at the moment, so that the same call may work later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth++) {
    const { code, kind, originalCode } = current as {
      code?: unknown;
      kind?: unknown;
      originalCode?: unknown;
    };
    if ([code, originalCode].some(isConnectionCode)) return true;
    if (typeof kind === 'string' && adapterKinds.has(kind)) return true;
    if (messages.test(current.message)) return true;
    const { cause } = current;
    if (isAdapterCause(cause)) return adapterKinds.has(cause.kind) || isConnectionCode(cause.originalCode);
    current = cause;
  }
  return false;
}

const isConnectionCode = (code: unknown): boolean =>
  typeof code === 'string' &&
  (systemCodes.has(code) || serverCodes.has(code) || prismaCodes.has(code) || code.startsWith('08'));

/** The driver adapter's cause is a plain object. */
function isAdapterCause(cause: unknown): cause is { kind: string; originalCode?: string } {
  return typeof cause === 'object' && cause !== null && !(cause instanceof Error) && 'kind' in cause;
}
