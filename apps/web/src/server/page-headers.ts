/** Request header by which src/proxy.ts tells pages their own path and query. */
export const pathHeader = 'x-proofload-path';
/** Request header with the nonce that an inline script of a page needs. */
export const nonceHeader = 'x-nonce';
