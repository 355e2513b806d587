/** The closed set of ways in which a request can fail. HTTP statuses are given to them at the edge alone. */
export const errorCodes = [
  'invalid', // the input breaks its schema: 422
  'unauthenticated', // 401
  'forbidden', // 403
  'not-found', // 404
  'conflict', // 409
  'expired', // it was removed by a rule of its project: 410
  'too-large', // 413
  'unsupported', // 415
  'rate-limited', // 429
  'unavailable', // 503
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** One thing wrong with the input: where it is, what was expected, and the line for text documents. */
export interface FieldError {
  /** Path of the field, such as `spec.factors[0].workers` or `body.name`; `line 500000` for streams. */
  field: string;
  /** What was expected there, in one clause. */
  message: string;
  /** 1-based line of the source text, when there is one. */
  line?: number;
}

/** An error whose message may be shown to whoever asked. Everything else is an internal error and shows only an id. */
export class ProofloadError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  /** What was kept although the call failed, such as `{lines: 499999}`. */
  readonly kept: Readonly<Record<string, number | string>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: readonly FieldError[]; kept?: Record<string, number | string>; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ProofloadError';
    this.code = code;
    this.fields = details.fields ?? [];
    this.kept = details.kept;
  }
}
