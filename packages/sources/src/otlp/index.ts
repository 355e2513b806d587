export { OtlpDecoder } from './otlp-decoder.ts';
export { encodeOtlpResponse, type OtlpEncoding } from './otlp-response.ts';
