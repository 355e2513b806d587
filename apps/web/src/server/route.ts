import 'server-only';
import type { Scope } from '@proofload/contracts';
import { isDatabaseAway } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { type Actor, authenticate, type ServiceContext } from '@proofload/services';
import { z } from 'zod';
import {
  type BodyDeclaration,
  type BodyOf,
  checkContentType,
  maxDocumentBytes,
  parseJson,
  readLimited,
  readText,
} from './body.ts';
import { type Container, contextFor, getContainer } from './container.ts';
import { refuseCrossSite } from './cross-site.ts';
import { parseInput, readQuery } from './input.ts';
import type { RequestLog } from './log.ts';
import { problemResponse } from './problem.ts';
import { readRequestId } from './request-id.ts';
import { readSessionCookie } from './session-cookie.ts';

/** A scope that the caller needs; `anyone-known` takes every user and token, `public` everybody. */
type Access = Scope | 'anyone-known' | 'public';

/** What a call answers: JSON of a schema, something else described in words, or nothing. */
type ResponseDeclaration =
  | { kind: 'json'; schema: z.ZodType; also?: readonly string[] }
  | { kind: 'stream'; contentType: string; also?: readonly string[]; description: string }
  | { kind: 'empty' };

export interface RouteDeclaration {
  operationId: string;
  /** What it does, in a sentence without a full stop. */
  summary: string;
  description?: string;
  access: Access;
  /** Whether the token of the run `id` may call it: only what pushes data into that run. */
  takesRunTokens?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: BodyDeclaration;
  response: ResponseDeclaration;
  /** Status of success: 200, or 204 without content, unless told otherwise. */
  status?: 200 | 201 | 202;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type ContextOf<A> = A extends 'public'
  ? Omit<ServiceContext, 'actor'> & { actor: Actor | null }
  : ServiceContext;
type AnswerOf<R> = R extends { kind: 'json'; schema: infer S }
  ? Promise<z.input<S & z.ZodType> | Response>
  : R extends { kind: 'stream' }
    ? Promise<Response>
    : Promise<Response> | Promise<void>;

interface Call<D extends RouteDeclaration> {
  ctx: ContextOf<D['access']>;
  params: OutputOf<D['params']>;
  query: OutputOf<D['query']>;
  body: BodyOf<D['body']>;
  request: Request;
  container: Container;
}

type Handler<D extends RouteDeclaration> = (call: Call<D>) => AnswerOf<D['response']>;

interface NextContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

/** A route handler for Next that carries its declaration, from which the OpenAPI document is made. */
export interface Route {
  (request: Request, context: NextContext): Promise<Response>;
  declaration: RouteDeclaration;
}

/**
 * Makes a route out of its declaration and one service call. Everything else is done here, once for all routes:
 * credentials, scopes, cross-site protection, limits, content types, validation, request ids, metrics and errors.
 */
export function defineRoute<const D extends RouteDeclaration>(declaration: D, handler: Handler<D>): Route {
  const strict: RouteDeclaration = {
    ...declaration,
    ...(declaration.query && { query: declaration.query.strict() }),
  };
  const route = async (request: Request, context: NextContext): Promise<Response> => {
    const startedMs = performance.now();
    const requestId = readRequestId(request.headers);
    const container = getContainer();
    const log = container.log.with({ requestId, route: declaration.operationId });
    const response = await answer(strict, handler as unknown as Handler<RouteDeclaration>, {
      request,
      context,
      container,
      log,
    }).catch((error: unknown) => problemResponse(explain(error, request), requestId, log));
    response.headers.set('x-request-id', requestId);
    container.metrics.countRequest({
      route: declaration.operationId,
      method: request.method,
      status: response.status,
      durationMs: performance.now() - startedMs,
    });
    return response;
  };
  return Object.assign(route, { declaration: strict });
}

interface Incoming {
  request: Request;
  context: NextContext;
  container: Container;
  log: RequestLog;
}

async function answer(
  declaration: RouteDeclaration,
  handler: Handler<RouteDeclaration>,
  incoming: Incoming,
): Promise<Response> {
  const { request, context, container, log } = incoming;
  // Next gives no parameters at all to a route whose path has none.
  const given = (await context.params) ?? {};
  const actor = await admit(declaration, request, container, given.id);
  const params = declaration.params && parseInput(declaration.params, given, 'path');
  const rawQuery = readQuery(request.url);
  const query = parseInput(declaration.query ?? emptyQuery, rawQuery, 'query');
  const body = await readBody(declaration, request, container);
  // `admit` let nobody through without an actor unless the declaration says so, which is what the types say as well.
  const ctx = contextFor(container, actor, log) as ServiceContext;
  const result = await handler({ ctx, params, query, body, request, container } as Call<RouteDeclaration>);
  if (result instanceof Response) return result;
  if (declaration.response.kind === 'empty') return new Response(null, { status: 204, headers: noStore });
  return Response.json(result, { status: declaration.status ?? 200, headers: noStore });
}

const noStore = { 'cache-control': 'no-store' };

/** Finds out who calls, and refuses those who may not. @param id what the path names */
async function admit(
  declaration: RouteDeclaration,
  request: Request,
  container: Container,
  id: string | string[] | undefined,
): Promise<Actor | null> {
  const bearer = readBearer(request.headers);
  const session = readSessionCookie(container.env.baseUrl, request.headers.get('cookie'));
  const actor = await authenticate(container, { bearer, session });
  if (actor?.runId !== undefined && !(declaration.takesRunTokens && actor.runId === id))
    throw new ProofloadError(
      'forbidden',
      'The token of a run pushes data into that run, and does nothing else',
    );
  if (declaration.access === 'public') return actor;
  if (!actor) throw new ProofloadError('unauthenticated', 'This call wants a session or a valid token');
  if (bearer === undefined && !isReadOnly(request.method))
    refuseCrossSite(request.headers, container.env.baseUrl);
  const { access } = declaration;
  if (access !== 'anyone-known' && !actor.scopes.has(access)) {
    throw new ProofloadError('forbidden', `This call needs a token with the scope ${access}`);
  }
  return actor;
}

const isReadOnly = (method: string): boolean => method === 'GET' || method === 'HEAD';

function readBearer(headers: Headers): string | undefined {
  const header = headers.get('authorization');
  if (header === null) return undefined;
  // Anything but a well-formed header must fail, not fall back to a session.
  return /^bearer +([^\s]+) *$/i.exec(header)?.[1] ?? '';
}

async function readBody(
  declaration: RouteDeclaration,
  request: Request,
  container: Container,
): Promise<unknown> {
  const { body } = declaration;
  if (!body) return isReadOnly(request.method) ? undefined : refuseContent(request);
  if (body.kind === 'upload') {
    checkContentType(request, body);
    return readLimited(request, container.env.maxUploadBytes);
  }
  const isOptional = body.kind === 'json' && body.optional === true;
  if (!isOptional) checkContentType(request, body);
  const text = await readText(request, maxDocumentBytes);
  // Next gives every POST a body stream, so that only reading it tells an empty one.
  if (isOptional && text === '') return parseInput(body.schema, {}, 'body');
  if (isOptional) checkContentType(request, body);
  return body.kind === 'text' ? text : parseInput(body.schema, parseJson(text), 'body');
}

/** A call without a body may carry an empty one or `{}`, which some clients always send. */
async function refuseContent(request: Request): Promise<undefined> {
  const text = (await readText(request, maxDocumentBytes)).trim();
  if (text === '' || text === '{}') return undefined;
  const message = 'expected no body';
  throw new ProofloadError('invalid', `body: ${message}`, { fields: [{ field: 'body', message }] });
}

/** Errors of the platform that have a meaning for callers. */
function explain(error: unknown, request: Request): unknown {
  if (error instanceof ProofloadError) return error;
  if (request.signal.aborted) return new ProofloadError('invalid', 'The caller hung up', { cause: error });
  if (!isDatabaseAway(error)) return error;
  return new ProofloadError('unavailable', 'The database is not reached at the moment', { cause: error });
}

const emptyQuery = z.strictObject({});
