import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  decodeChunk,
  decodeOverview,
  encodeChunk,
  encodeOverview,
  type Overview,
  type Points,
} from '@proofload/series';

/** The largest content that is ever decompressed. */
const maxContentBytes = 64 * 1024 * 1024;
const level = (value: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: value } });
const [fast, small] = [level(1), level(3)];

/** Points as they are stored. */
export const writeChunk = (points: Points): Buffer => zstdCompressSync(encodeChunk(points), small);

/** Throws when the bytes are not what `writeChunk` made. */
export const readChunk = (data: Uint8Array): Points => decodeChunk(decompress(data));

export const writeOverview = (overview: Overview): Buffer =>
  zstdCompressSync(encodeOverview(overview), small);

/** Throws when the bytes are not what `writeOverview` made. */
export const readOverview = (data: Uint8Array): Overview => decodeOverview(decompress(data));

/** For what is kept for moments only. */
export const compressFast = (content: Uint8Array): Buffer => zstdCompressSync(content, fast);

export const decompress = (data: Uint8Array): Buffer =>
  zstdDecompressSync(data, { maxOutputLength: maxContentBytes });
