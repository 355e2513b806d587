import 'server-only';
import { problemSchema } from '@proofload/contracts';
import { type ErrorCode, errorCodes } from '@proofload/domain';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { statusOfCode } from '../problem.ts';
import { defineRoute, type RouteDeclaration } from '../route.ts';
import { type Method, methods, routesByPath } from './routes.ts';

const text = { type: 'string' } as const;

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** `GET /openapi.json`: stands here and not in the table of routes, as it is made from that table. */
export const openApiRoute = defineRoute(
  {
    operationId: 'readOpenApi',
    summary: 'This document',
    access: 'public',
    response: {
      kind: 'json',
      schema: z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document' }),
    },
  },
  async ({ container }) => buildOpenApi(container.env.baseUrl) as unknown as Record<string, unknown>,
);

/** The OpenAPI 3.1 document of all routes, from the declarations and schemas that also check the calls. */
export function buildOpenApi(baseUrl: string): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {
    '/openapi.json': { get: toOperation('GET', openApiRoute.declaration) },
  };
  for (const [path, routes] of Object.entries(routesByPath)) {
    const operations = methods.flatMap((method) => {
      const declaration = routes[method]?.declaration;
      return declaration ? [[method.toLowerCase(), toOperation(method, declaration)] as const] : [];
    });
    paths[path] = Object.fromEntries(operations);
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Proofload',
      version: '1.0.0',
      description:
        'Experiments, sweeps, runs, their data, comparisons and reports. Errors are RFC 9457 problems.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: new URL('/api/v1', baseUrl).href }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made in the settings, with its scopes',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'proofload_session',
          description: 'A signed-in browser',
        },
      },
    },
  });
}

function toOperation(method: Method, declaration: RouteDeclaration): ZodOpenApiOperationObject {
  const { operationId, summary, access, params, query } = declaration;
  const scope = access === 'anyone-known' || access === 'public' ? undefined : access;
  const description = [declaration.description, scope && `Needs the scope \`${scope}\`.`]
    .filter(Boolean)
    .join(' ');
  return {
    operationId,
    summary,
    ...(description && { description }),
    security: access === 'public' ? [{}, { token: [] }, { session: [] }] : [{ token: [] }, { session: [] }],
    ...((params || query) && { requestParams: { ...(params && { path: params }), ...(query && { query }) } }),
    ...(declaration.body && { requestBody: toRequestBody(declaration.body) }),
    responses: { ...toSuccess(declaration), ...toProblems(method, declaration) },
  };
}

function toRequestBody(
  body: NonNullable<RouteDeclaration['body']>,
): NonNullable<ZodOpenApiOperationObject['requestBody']> {
  if (body.kind === 'json')
    return { required: !body.optional, content: { 'application/json': { schema: body.schema } } };
  const types = body.contentTypes ?? ['application/octet-stream'];
  return {
    required: true,
    description: body.description,
    content: Object.fromEntries(types.map((type) => [type, { schema: text }])),
  };
}

function toSuccess({ response, status = 200 }: RouteDeclaration): ZodOpenApiOperationObject['responses'] {
  if (response.kind === 'empty') return { '204': { description: 'Done' } };
  const others = Object.fromEntries((response.also ?? []).map((type) => [type, { schema: text }]));
  if (response.kind === 'stream') {
    const content = { [response.contentType]: { schema: text }, ...others };
    return { [`${status}`]: { description: response.description, content } };
  }
  const content = { 'application/json': { schema: response.schema }, ...others };
  return { [`${status}`]: { description: 'Done', content } };
}

/** The ways in which a call can fail, as far as its declaration tells. */
function toProblems(method: Method, declaration: RouteDeclaration): ZodOpenApiOperationObject['responses'] {
  const possible: Record<ErrorCode, boolean> = {
    invalid: true,
    unauthenticated: declaration.access !== 'public',
    forbidden: declaration.access !== 'public',
    'not-found': declaration.params !== undefined,
    conflict: method !== 'GET',
    expired: method === 'GET' && declaration.params !== undefined,
    'too-large': method !== 'GET',
    unsupported: declaration.body !== undefined,
    'rate-limited': false,
    unavailable: true,
  };
  const problems = errorCodes.filter((code) => possible[code]);
  return Object.fromEntries(
    problems.map((code) => [
      `${statusOfCode[code]}`,
      { description: code, content: { 'application/problem+json': { schema: problemSchema } } },
    ]),
  );
}
