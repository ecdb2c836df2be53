import type { ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { fail } from '../errors.ts';

/** Of the heap's limit; what a route makes of a body takes up to twice its size again. */
const SHARE_OF_HEAP = 4;
const RETRY_AFTER_SECONDS = 5;

/**
 * How many bytes of JSON bodies a process holds at once. A few KB of gzip become 64 MiB of texts, so
 * without a bound some dozens of small requests would exhaust the heap and end the process.
 */
export class BodySpace {
  readonly #capacityBytes: number;
  #heldBytes = 0;

  constructor(capacityBytes = getHeapStatistics().heap_size_limit / SHARE_OF_HEAP) {
    this.#capacityBytes = capacityBytes;
  }

  /**
   * Returns what counts the bytes of one body; they count until its answer is sent.
   *
   * @throws `service_unavailable` from the returned function when there is no space left
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
        fail('service_unavailable', 'Too many large bodies are being read at once. Try again.', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
    };
  }
}
