import { type GunzipLimits, gunzipBody, gunzipLimits, isGzip } from './gunzip-body.ts';
import { peekBody } from './peek-body.ts';

export interface OpenedBody {
  body: AsyncIterable<Uint8Array>;
  wasCompressed: boolean;
}

/** A body as it was before compression: gzip is told by its first bytes, whatever the sender says. */
export async function openBody(
  body: AsyncIterable<Uint8Array>,
  limits: GunzipLimits = gunzipLimits,
): Promise<OpenedBody> {
  const raw = await peekBody(body, 2);
  const wasCompressed = isGzip(raw.head);
  return { body: wasCompressed ? gunzipBody(raw.body, limits) : raw.body, wasCompressed };
}
