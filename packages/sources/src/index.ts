export * from './k6/index.ts';
export { type GunzipLimits, gunzipBody, gunzipLimits, isGzip } from './stream/gunzip-body.ts';
export { peekBody } from './stream/peek-body.ts';
