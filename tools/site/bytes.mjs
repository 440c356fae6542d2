// How many bytes a visit costs.

import { brotliCompressSync, constants } from "node:zlib";

/**
 * Returns the number of bytes that a host sends for a file.
 * @param {Buffer} bytes
 */
export function compressed(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  // A file that is already compressed is sent as it is.
  return Math.min(bytes.length, brotliCompressSync(bytes, { params }).length);
}
