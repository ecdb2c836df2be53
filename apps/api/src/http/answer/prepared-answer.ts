import type { IncomingMessage, ServerResponse } from 'node:http';

/** A response whose headers and bytes are prepared once and sent many times. */
export class PreparedAnswer {
  readonly #status: number;
  /** Names and values of the headers in one flat list, as Node accepts them. */
  readonly #headers: readonly string[];
  readonly #body: Buffer | undefined;

  constructor(status: number, headers: readonly string[], body?: Buffer) {
    this.#status = status;
    this.#headers = headers;
    this.#body = body;
  }

  send({ method }: IncomingMessage, response: ServerResponse, requestId: string): void {
    response.writeHead(this.#status, [...this.#headers, 'X-Request-Id', requestId]);
    if (method === 'HEAD' || this.#body === undefined) response.end();
    else response.end(this.#body);
  }
}
