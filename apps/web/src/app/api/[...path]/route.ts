import { ProofloadError } from '@proofload/domain';
import { getContainer } from '@/server/container.ts';
import { problemResponse } from '@/server/problem.ts';
import { readRequestId } from '@/server/request-id.ts';

/** Calls that no route takes get a problem like any other, not a page. */
function refuse(request: Request): Response {
  const requestId = readRequestId(request.headers);
  const { pathname } = new URL(request.url);
  const error = new ProofloadError(
    'not-found',
    `There is no call ${pathname}; /api/v1/openapi.json lists them all`,
  );
  const response = problemResponse(error, requestId, getContainer().log);
  response.headers.set('x-request-id', requestId);
  return response;
}

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
