import { expect, it } from 'vitest';
import { errorOfStatus } from './cluster-error.ts';

it('quotes the API server, with the causes that its message leaves out', () => {
  const error = errorOfStatus('apply Job bench/load', 422, {
    kind: 'Status',
    message: 'Job.batch "load" is invalid',
    reason: 'Invalid',
    code: 422,
    details: { causes: [{ field: 'spec.template', message: 'Required value' }] },
  });
  expect(error.message).toBe(
    'apply Job bench/load: Job.batch "load" is invalid; spec.template: Required value (Invalid, 422)',
  );
  expect(error).toMatchObject({
    code: 'invalid',
    status: 422,
    reason: 'Invalid',
    isTransient: false,
    fields: [{ field: 'spec.template', message: 'Required value' }],
  });
});

it('knows what may pass', () => {
  const codes = [400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 500, 503].map((status) => {
    const { code, isTransient } = errorOfStatus('x', status, null);
    return `${status} ${code}${isTransient ? ' passes' : ''}`;
  });
  expect(codes).toEqual([
    '400 invalid',
    '401 forbidden',
    '403 forbidden',
    '404 not-found',
    '409 conflict',
    '410 expired',
    '413 too-large',
    '415 unsupported',
    '422 invalid',
    '429 rate-limited passes',
    '500 unavailable passes',
    '503 unavailable passes',
  ]);
});

it('takes the wait from the answer', () => {
  const status = { kind: 'Status' as const, details: { retryAfterSeconds: 3 } };
  expect(errorOfStatus('x', 429, status).retryAfterMs).toBe(3000);
  expect(errorOfStatus('x', 429, status, 1000).retryAfterMs).toBe(1000);
});
