import 'server-only';
import type { Problem } from '@proofload/contracts';
import { type ErrorCode, ProofloadError } from '@proofload/domain';
import type { RequestLog } from './log.ts';

export const statusOfCode: Record<ErrorCode, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  expired: 410,
  'too-large': 413,
  unsupported: 415,
  'rate-limited': 429,
  unavailable: 503,
};

const titleOfCode: Record<ErrorCode, string> = {
  invalid: 'The input is not valid',
  unauthenticated: 'Sign in, or send a token',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  conflict: 'The state does not allow this',
  expired: 'Removed by a rule of the project',
  'too-large': 'Too large',
  unsupported: 'The type of the body is not supported',
  'rate-limited': 'Too many attempts',
  unavailable: 'Not available at the moment',
};

const headersOfCode: Partial<Record<ErrorCode, Record<string, string>>> = {
  unauthenticated: { 'www-authenticate': 'Bearer realm="Proofload"' },
  // The rest of the body is not read, so the connection cannot be used again.
  'too-large': { connection: 'close' },
  'rate-limited': { 'retry-after': '60' },
  unavailable: { 'retry-after': '5' },
};

/** The answer to a call that failed (RFC 9457). Errors that are not meant for callers show only the id of the request. */
export function problemResponse(error: unknown, requestId: string, log: RequestLog): Response {
  if (!(error instanceof ProofloadError)) {
    log.error('The call failed', { error });
    const detail = `Something went wrong on the server; its log says what under ${requestId}`;
    return toResponse({
      type: 'about:blank',
      title: 'Internal error',
      status: 500,
      detail,
      code: 'internal',
      requestId,
    });
  }
  if (error.cause !== undefined) log.info('The call was refused', { code: error.code, error: error.cause });
  const { code, fields, kept } = error;
  const problem: Problem = {
    type: `urn:proofload:problem:${code}`,
    title: titleOfCode[code],
    status: statusOfCode[code],
    detail: error.message,
    code,
    requestId,
    ...(fields.length === 0 ? {} : { errors: [...fields] }),
    ...(kept === undefined ? {} : { kept }),
  };
  return toResponse(problem, headersOfCode[code]);
}

const toResponse = (problem: Problem, headers: Record<string, string> = {}): Response =>
  new Response(`${JSON.stringify(problem)}\n`, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  });
