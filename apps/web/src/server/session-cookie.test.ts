import { describe, expect, it } from 'vitest';
import { closeSessionCookie, openSessionCookie, readSessionCookie } from './session-cookie.ts';

const plain = 'http://127.0.0.1:3000';
const secure = 'https://bench.example';

describe('the session cookie', () => {
  it('is out of reach of scripts and other sites', () => {
    const cookie = openSessionCookie(plain, 'secret', Date.UTC(2026, 0, 2));
    expect(cookie).toBe(
      'proofload_session=secret; Expires=Fri, 02 Jan 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax',
    );
  });
  it('is bound to its host over TLS', () => {
    expect(openSessionCookie(secure, 's', 0)).toMatch(/^__Host-proofload_session=s; .*; Secure$/);
    expect(closeSessionCookie(secure)).toMatch(/^__Host-proofload_session=; Max-Age=0; .*; Secure$/);
  });

  const headers: [header: string | null, secret: string | undefined][] = [
    [null, undefined],
    ['other=1', undefined],
    ['proofload_session=', undefined],
    ['proofload_session=abc', 'abc'],
    ['a=1; proofload_session=a=b; c=2', 'a=b'],
    ['xproofload_session=evil', undefined],
  ];
  it.each(headers)('is read from %s', (header, secret) => {
    expect(readSessionCookie(plain, header)).toBe(secret);
  });
  it('without its prefix does not count over TLS', () => {
    expect(readSessionCookie(secure, 'proofload_session=abc')).toBeUndefined();
  });
});
