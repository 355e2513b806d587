import { type ErrorCode, type FieldError, ProofloadError } from '@proofload/domain';
import { z } from 'zod';
import { plainText } from './plain-text.ts';

/**
 * Why a cluster did not do what it was asked. Its message quotes the API server. `status` is its HTTP status and
 * `reason` its word for it, such as `Forbidden`, `AlreadyExists` or `Expired`; both are null when no answer came.
 */
export class ClusterError extends ProofloadError {
  readonly status: number | null;
  readonly reason: string | null;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      status?: number | null;
      reason?: string | null;
      retryAfterMs?: number | null;
      fields?: FieldError[];
      cause?: unknown;
    } = {},
  ) {
    super(code, message, { fields: details.fields ?? [], cause: details.cause });
    this.name = 'ClusterError';
    this.status = details.status ?? null;
    this.reason = details.reason ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** Whether asking again later may help: the server was away, busy or starting. */
  get isTransient(): boolean {
    return this.code === 'unavailable' || this.code === 'rate-limited';
  }
}

const causeSchema = z.object({
  field: z.string().optional(),
  message: z.string().optional(),
  reason: z.string().optional(),
});

/** `Status` of the API, which every refusal is. */
export const statusSchema = z.object({
  kind: z.literal('Status'),
  message: z.string().optional(),
  reason: z.string().optional(),
  code: z.number().optional(),
  details: z
    .object({
      retryAfterSeconds: z.number().optional(),
      causes: z.array(causeSchema).nullish(),
    })
    .nullish(),
});
export type ApiStatus = z.infer<typeof statusSchema>;

const maxCauses = 20;

/** The error that an answer stands for. `doing` says what was asked, such as `apply Job bench/load`. */
export function errorOfStatus(
  doing: string,
  httpStatus: number,
  said: ApiStatus | null,
  retryAfterMs: number | null = null,
): ClusterError {
  const causes = (said?.details?.causes ?? []).slice(0, maxCauses);
  const fields = causes.flatMap(({ field, message }) =>
    field && message ? [{ field: plainText(field, 500), message: plainText(message) }] : [],
  );
  const status = said?.code ?? httpStatus;
  return new ClusterError(
    isSchemaError(said) ? 'invalid' : codeOf(status),
    describe(doing, status, said, causes),
    {
      status,
      reason: said?.reason ?? null,
      retryAfterMs: retryAfterMs ?? secondsToMs(said?.details?.retryAfterSeconds),
      fields,
    },
  );
}

/** Server-side apply answers 500 for a field that the kind does not have. */
const isSchemaError = (said: ApiStatus | null): boolean =>
  said?.message?.includes('failed to create typed patch object') === true;

const secondsToMs = (seconds: number | undefined): number | null =>
  seconds === undefined || seconds <= 0 ? null : seconds * 1000;

function describe(
  doing: string,
  status: number,
  said: ApiStatus | null,
  causes: readonly z.infer<typeof causeSchema>[],
): string {
  if (said === null) return `${doing}: the API server answered ${status}`;
  const message = said.message || said.reason || 'no reason given';
  // Most messages contain their causes already.
  const more = causes.flatMap(({ field, message: cause }) =>
    cause && !message.includes(cause) ? [field ? `${field}: ${cause}` : cause] : [],
  );
  const mark = said.reason ? `${said.reason}, ${status}` : String(status);
  return plainText(`${doing}: ${[message, ...more].join('; ')} (${mark})`, 4000);
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 409) return 'conflict';
  if (status === 410) return 'expired';
  if (status === 413) return 'too-large';
  if (status === 415) return 'unsupported';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'invalid' : 'unavailable';
}
