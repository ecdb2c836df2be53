import type { ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { fail } from '../../errors.ts';

/**
 * Share of the heap that request bodies may occupy. A route creates objects of up to twice the size
 * of its body, so that up to three quarters of the heap are in use.
 */
const SHARE_OF_HEAP = 1 / 4;
const RETRY_AFTER_SECONDS = 5;

/**
 * Limits the total size of the JSON bodies in memory. A few KB of gzip data can contain 64 MiB of
 * text, so a few dozen small requests could otherwise exhaust the heap.
 */
export class BodyMemory {
  readonly #capacityBytes: number;
  #heldBytes = 0;

  constructor(capacityBytes = getHeapStatistics().heap_size_limit * SHARE_OF_HEAP) {
    this.#capacityBytes = capacityBytes;
  }

  /**
   * Returns a function that counts the bytes of one body until the response is sent.
   * @throws `service_unavailable` from the returned function if there is no space left
   */
  open(response: ServerResponse): (bytes: number) => void {
    let ownBytes = 0;
    response.once('close', () => {
      this.#heldBytes -= ownBytes;
    });
    return (bytes) => {
      if (response.closed) return;
      ownBytes += bytes;
      this.#heldBytes += bytes;
      if (this.#heldBytes > this.#capacityBytes) {
        fail(
          'service_unavailable',
          'The server is reading too many large bodies at once. Try again.',
          {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          },
        );
      }
    };
  }
}
