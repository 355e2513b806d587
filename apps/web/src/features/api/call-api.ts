import type { z } from 'zod';
import { ApiError } from './api-error';

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Sent as JSON, unless `contentType` says what kind of text it is. */
  body?: unknown;
  contentType?: string;
  signal?: AbortSignal;
}

/**
 * Calls `/api/v1{path}` and checks the answer. Throws ApiError for problems, with the fields that were wrong.
 * @param answer one of `answers`, whose schema comes while the server works
 */
export async function callApi<S extends z.ZodType>(
  path: string,
  answer: () => Promise<S>,
  request: ApiRequest = {},
): Promise<z.output<S>> {
  const [response, schema] = await Promise.all([send(path, request), answer()]);
  return schema.parse(await response.json());
}

/** As `callApi`, for calls that answer without a body. */
export async function callApiForNothing(path: string, request: ApiRequest): Promise<void> {
  await send(path, request);
}

async function send(
  path: string,
  { method = 'GET', body, contentType, signal }: ApiRequest,
): Promise<Response> {
  const isText = contentType !== undefined;
  const response = await fetch(`/api/v1${path}`, {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'content-type': contentType ?? 'application/json' },
    ...(body === undefined ? {} : { body: isText ? String(body) : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (response.ok) return response;
  // What stands between, a proxy say, answers in words of its own.
  const { problemSchema } = await import('@proofload/contracts/fields');
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  throw new ApiError(
    problem.success
      ? problem.data
      : {
          type: 'about:blank',
          title: 'Failed',
          status: response.status,
          detail: `The server answered ${response.status}`,
          code: 'unavailable',
          requestId: response.headers.get('x-request-id') ?? 'unknown',
        },
  );
}
