export { decodeResults, type ResultOptions } from './decode-results.ts';
export { type ResultFormat, resultFormats } from './detect-results.ts';
