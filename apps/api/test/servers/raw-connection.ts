import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Maximum time for a response on a busy machine. */
const DEADLINE_MS = 10_000;
const HEAD_END = '\r\n\r\n';
const hasNoBody = (status: number): boolean => status < 200 || status === 204 || status === 304;

export interface RawAnswer {
  status: number;
  /** Headers by lower-case name. Of a repeated header, the last value is kept. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A connection to the service for requests that no HTTP client would send. */
export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #fault: Error | null = null;
  #wake = (): void => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    socket.on('error', (error) => {
      this.#fault = error;
    });
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Sends bytes without waiting until they are read. */
  send(bytes: string | Uint8Array): void {
    if (!this.#isClosed) this.#socket.write(bytes);
  }

  /** The error that ended the connection, such as a reset, or null. */
  get fault(): Error | null {
    return this.#fault;
  }

  /** Returns the next response, or null if the service closes the connection without one. */
  async answer(): Promise<RawAnswer | null> {
    return this.#until(() => this.#takeAnswer());
  }

  /** Resolves when the service has closed the connection. */
  async closed(): Promise<void> {
    await this.#until(() => null);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Resets the connection, as a crashed client does. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Resolves with the first value that `look` returns, or with null when the connection is closed. */
  async #until<Value>(look: () => Value | null): Promise<Value | null> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const deadline = setTimeout(() => {
      reject(new Error(`no answer within ${DEADLINE_MS} ms; received: ${this.#received}`));
    }, DEADLINE_MS);
    try {
      for (;;) {
        const found = look();
        if (found !== null || this.#isClosed) return found;
        const news = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await Promise.race([news, late]);
      }
    } finally {
      clearTimeout(deadline);
    }
  }

  #takeAnswer(): RawAnswer | null {
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd === -1) return null;
    const [statusLine = '', ...lines] = this.#received.toString('latin1', 0, headEnd).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const start = headEnd + HEAD_END.length;
    const status = Number(statusLine.split(' ')[1]);
    const end = hasNoBody(status) ? start : this.#endOfBody(headers, start);
    if (end === null) return null;
    const body = this.#received.toString('utf8', start, end);
    this.#received = this.#received.subarray(end);
    return { status, headers, body };
  }

  /**
   * Returns the offset of the end of a body. Null if it has not arrived. Without a Content-Length, a
   * body ends with the connection.
   */
  #endOfBody(headers: Readonly<Record<string, string>>, start: number): number | null {
    const length = headers['content-length'];
    if (length === undefined) return this.#isClosed ? this.#received.length : null;
    const end = start + Number(length);
    return this.#received.length >= end ? end : null;
  }
}
