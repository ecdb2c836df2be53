import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { KEEP_ALIVE_TIMEOUT_MS } from './server.ts';

const REQUEST_ID = 'X-Request-Id';
const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT_MS / 1000}\r\n`;

/** An answer whose bytes are made once and sent many times. */
export class PreparedAnswer {
  readonly #status: number;
  /** Flat name-value list. */
  readonly #headers: string[];
  readonly #body: Buffer | undefined;
  /** The start of the head, which never differs. */
  readonly #lines: string;
  /** The end of the head, which is the same for a second. */
  #rest = '';
  /** Since 1970, of the time that the end tells. */
  #second = 0;

  /** Header names and values are the caller's own, not a client's: they are not checked again. */
  constructor(status: number, headers: readonly string[], body?: Buffer) {
    this.#status = status;
    this.#headers = [...headers];
    this.#body = body;
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    this.#lines = `${lines.join('\r\n')}\r\n`;
  }

  /**
   * Node builds and checks the head of each answer anew, which is a tenth of the cost of a bundle
   * request; where the connection stays open it is given the head that is here. `_header` is where
   * `writeHead` leaves it; in a Node that has none, `writeHead` it is.
   */
  send(
    { method, httpVersion }: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): void {
    if (response.shouldKeepAlive && httpVersion === '1.1' && '_header' in response) {
      response._header = `${this.#lines}${REQUEST_ID}: ${requestId}\r\n${this.#restOfHead()}`;
    } else {
      response.writeHead(this.#status, [...this.#headers, REQUEST_ID, requestId]);
    }
    if (method === 'HEAD' || this.#body === undefined) response.end();
    else response.end(this.#body);
  }

  /** With the time of RFC 9110 §6.6.1. */
  #restOfHead(): string {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#rest = `Date: ${new Date(second * 1000).toUTCString()}\r\n${KEEP_ALIVE}\r\n`;
    }
    return this.#rest;
  }
}
