import { Readable } from 'node:stream';
import { LIMITS } from '@parlance/contracts';

/**
 * A response that stays open until one side ends it. Clients that read too slowly are disconnected.
 */
export class EventStream extends Readable {
  readonly #waitingBytes: () => number;

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

  /** Sends bytes. Disconnects a client that has too many unsent bytes. */
  send(bytes: Buffer): void {
    if (this.destroyed || this.readableEnded) return;
    this.push(bytes);
    if (this.readableLength + this.#waitingBytes() > LIMITS.eventBufferBytes) this.destroy();
  }

  /**
   * Ends the response with the bytes `last`. If the client has unsent bytes, the client is
   * disconnected instead.
   */
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
