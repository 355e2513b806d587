import { type NextRequest, NextResponse } from 'next/server';
import { isDevelopment } from './server/env.ts';
import { nonceHeader, pathHeader } from './server/page-headers.ts';

/**
 * Gives every page a content security policy: scripts need this request's nonce (Next puts it on its own), nothing comes
 * from another host and nobody may frame a page. Styles may be inline because charts and React set style attributes.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = [
    "default-src 'self'",
    // React explains errors with eval in development, never in production.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set(nonceHeader, nonce);
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Pages only. Data routes stay out, so that Next never copies an uploaded body for this function. */
export const config = {
  matcher: ['/((?!api/|_next/|schema/|healthz|readyz|metrics|favicon.ico|icon.svg|sign-in/redeem).*)'],
};
