import { Readable } from 'node:stream';
import { LIMITS } from '@parlance/contracts';

/** A response that lasts until one side ends it. It disconnects a reader that is too slow. */
export class EventStream extends Readable {
  readonly #waitingBytes: () => number;

  /** @param waitingBytes - Returns the number of bytes that wait for the connection outside of this stream */
  constructor(waitingBytes: () => number, onClose: () => void) {
    super({
      read() {},
      destroy(error, done) {
        onClose();
        done(error);
      },
    });
    this.#waitingBytes = waitingBytes;
  }

  /** Sends bytes, or disconnects a reader with too many unread bytes. */
  send(bytes: Buffer): void {
    if (this.destroyed || this.readableEnded) return;
    this.push(bytes);
    if (this.readableLength + this.#waitingBytes() > LIMITS.eventBufferBytes) this.destroy();
  }

  /** Ends the response after `last`, or at once if the reader has unread bytes. */
  end(last: Buffer): void {
    if (this.destroyed || this.readableEnded) return;
    if (this.readableLength > 0) {
      this.destroy();
      return;
    }
    this.push(last);
    this.push(null);
  }
}
