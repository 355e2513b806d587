import { type GunzipLimits, gunzipBody, gunzipLimits, isGzip } from './gunzip-body.ts';
import { peekBody } from './peek-body.ts';

/** A body as it was before compression: gzip is told by its first bytes, whatever the sender says. */
export async function openBody(
  body: AsyncIterable<Uint8Array>,
  limits: GunzipLimits = gunzipLimits,
): Promise<AsyncIterable<Uint8Array>> {
  const raw = await peekBody(body, 2);
  return isGzip(raw.head) ? gunzipBody(raw.body, limits) : raw.body;
}
