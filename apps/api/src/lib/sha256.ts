import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_BYTES = 4 * 1024 * 1024;

/**
 * Returns the SHA-256 hash of bytes. Does not block the event loop, even if there are many bytes.
 */
export async function sha256Of(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
  }
  return hash.digest();
}
