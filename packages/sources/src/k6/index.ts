export { decodeK6 } from './decode-k6.ts';
export { NdjsonDecoder } from './ndjson-decoder.ts';
