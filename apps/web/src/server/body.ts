import 'server-only';
import { ProofloadError } from '@proofload/domain';
import type { z } from 'zod';

/** Bytes of a JSON or YAML body. */
export const maxDocumentBytes = 1024 * 1024;

/** A JSON body. With `optional`, no body counts as `{}`. */
interface JsonBody<S extends z.ZodType = z.ZodType> {
  kind: 'json';
  schema: S;
  optional?: boolean;
}

/** A text document, handed over as text for a service to parse. */
export interface TextBody {
  kind: 'text';
  contentTypes: readonly string[];
  description: string;
}

/** A body of any size, handed over as a stream: gzip allowed, the format is told by content unless types are given. */
interface UploadBody {
  kind: 'upload';
  description: string;
  contentTypes?: readonly string[];
  /** Content encodings that the service undoes itself, in place of gzip. */
  encodings?: readonly string[];
}

export type BodyDeclaration = JsonBody | TextBody | UploadBody;

export type BodyOf<B> =
  B extends JsonBody<infer S>
    ? z.output<S>
    : B extends TextBody
      ? string
      : B extends UploadBody
        ? AsyncIterable<Uint8Array>
        : undefined;

/** Refuses a body whose type is not what the call takes. */
export function checkContentType(request: Request, declaration: BodyDeclaration): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (declaration.kind === 'upload') {
    if (type.startsWith('multipart/')) throw unsupported('the file itself as the body, not a form');
    const { contentTypes, encodings = ['identity', 'gzip', 'x-gzip'] } = declaration;
    if (!encodings.includes(encoding)) throw unsupported(`the content encoding ${encodings.join(' or ')}`);
    if (contentTypes && !contentTypes.includes(type))
      throw unsupported(`content type ${contentTypes.join(' or ')}`);
    return;
  }
  if (encoding !== 'identity') throw unsupported('a body without content encoding');
  const accepted = declaration.kind === 'json' ? ['application/json'] : declaration.contentTypes;
  if (!accepted.includes(type))
    throw unsupported(`content type ${accepted.join(' or ')}${type && `, not ${type}`}`);
}

const unsupported = (expected: string) => new ProofloadError('unsupported', `This call takes ${expected}`);

/** The whole body as text. Throws `too-large` before more than `maxBytes` were read, at once when the header says so. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readLimited(request, maxBytes)) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    const message = 'expected text in UTF-8';
    throw new ProofloadError('invalid', `body: ${message}`, { fields: [{ field: 'body', message }], cause });
  }
}

/** The body as it arrives. Throws `too-large` at the first byte past `maxBytes`, at once when the header says so. */
export function readLimited(request: Request, maxBytes: number): AsyncIterable<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return limitStream(request.body, maxBytes);
}

async function* limitStream(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): ProofloadError {
  const message = `expected at most ${maxBytes} bytes`;
  return new ProofloadError('too-large', `The body is too large: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}

/** Text as JSON; what is wrong with it is said with its line. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = cause instanceof SyntaxError ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    const message = 'expected JSON';
    throw new ProofloadError('invalid', `body: ${message}`, {
      fields: [{ field: 'body', message, ...(line === undefined ? {} : { line }) }],
      cause,
    });
  }
}
