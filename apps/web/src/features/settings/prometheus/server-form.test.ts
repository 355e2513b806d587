import { type PrometheusServer, savePrometheusServerSchema } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import {
  emptyServerForm,
  findDelayProblem,
  parseHeaders,
  toServerBody,
  toServerForm,
} from './server-form.ts';

const server: PrometheusServer = {
  name: 'mimir',
  url: 'https://mimir.test/prometheus',
  headers: { 'x-scope-orgid': 'team-a', 'X-Other': 'a: b' },
  auth: { kind: 'basic', username: 'bench' },
  caCertificate: '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----',
  clientCertificate: null,
  delayMs: 1500,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: 'Ada',
};

describe('the form of a Prometheus server', () => {
  it('gives back what it was filled with, and no secret', () => {
    const body = savePrometheusServerSchema.parse(toServerBody(toServerForm(server)));
    expect(body).toEqual({
      url: server.url,
      headers: { 'X-Scope-OrgID': 'team-a', 'X-Other': 'a: b' },
      auth: { kind: 'basic', username: 'bench' },
      caCertificate: server.caCertificate,
      clientCertificate: null,
      delayMs: 1500,
    });
  });

  it('sends the secret of the kind that was chosen, and nothing that was left empty', () => {
    const form = { ...emptyServerForm, url: ' https://a.test ', secret: ' s ', username: 'u' };
    expect(toServerBody(form)).toMatchObject({ url: 'https://a.test', auth: { kind: 'none' }, headers: {} });
    expect(toServerBody({ ...form, authKind: 'bearer' })).toMatchObject({
      auth: { kind: 'bearer', token: ' s ' },
    });
    expect(toServerBody({ ...form, authKind: 'basic' })).toMatchObject({
      auth: { kind: 'basic', username: 'u', password: ' s ' },
    });
    expect(toServerBody({ ...form, clientKey: ' ' })).not.toHaveProperty('clientKey');
    expect(toServerBody(form)).toMatchObject({ caCertificate: null, clientCertificate: null, delayMs: null });
  });

  it.each([
    ['', {}, undefined],
    ['X-A: 1\n\n X-B:2 ', { 'X-A': '1', 'X-B': '2' }, undefined],
    ['X-A', {}, 'expected Name: value, one a line'],
    [': 1', {}, 'expected Name: value, one a line'],
  ])('reads the headers %j', (text, headers, error) =>
    expect(parseHeaders(text)).toEqual({ headers, error }),
  );

  it.each([
    ['', true],
    ['0', true],
    ['35', true],
    ['0.5', true],
    ['601', false],
    ['-1', false],
    ['soon', false],
  ])('takes the delay %j: %s', (text, isFine) => expect(findDelayProblem(text) === undefined).toBe(isFine));
});
