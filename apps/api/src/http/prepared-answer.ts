import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { KEEP_ALIVE_TIMEOUT_MS } from './server.ts';

/** An answer whose bytes are made once and sent many times. */
export class PreparedAnswer {
  readonly status: number;
  /** Flat name-value list, as `writeHead` takes it fastest. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
  readonly #head: string;

  /** Header names and values are the caller's own, not a client's: they are not checked again. */
  constructor(status: number, headers: readonly string[], body?: Buffer) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    this.#head = `${lines.join('\r\n')}\r\n`;
  }

  /**
   * Node builds and checks the head of each answer anew, which is a tenth of the cost of a bundle
   * request; where the connection stays open it is given the head that is here. `_header` is what
   * `writeHead` leaves there; where a Node has none, `writeHead` it is.
   */
  send({ method, httpVersion }: IncomingMessage, response: ServerResponse): void {
    if (response.shouldKeepAlive && httpVersion === '1.1' && '_header' in response) {
      response._header = this.#head + linesOfThisSecond();
    } else {
      response.writeHead(this.status, this.headers as string[]);
    }
    if (method === 'HEAD' || this.body === undefined) response.end();
    else response.end(this.body);
  }
}

const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT_MS / 1000}\r\n`;
let linesSecond = 0;
let lines = '';

/** The rest of the head, RFC 9110 §6.6.1. */
function linesOfThisSecond(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== linesSecond) {
    linesSecond = second;
    lines = `Date: ${new Date(second * 1000).toUTCString()}\r\n${KEEP_ALIVE}\r\n`;
  }
  return lines;
}
