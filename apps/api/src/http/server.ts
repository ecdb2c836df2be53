import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { namesHost } from './access/host-header.ts';

const HEADER_TIMEOUT_MS = 15_000;
/** Maximum time for a whole request including its body, such as the largest import over a slow line. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Interval at which the two timeouts above are checked. */
const TIMEOUT_CHECK_MS = 5_000;
/** Longer than the idle timeout of common proxies (60 s), so that they close idle connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/**
 * Time that an idle connection stays open while draining: the next request of an active client may be on its way, and
 * is answered with `Connection: close`.
 */
const LINGER_MS = 500;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Answers at once and returns true, or leaves the request to the handler. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ServerTimeouts {
  headersMs?: number;
  requestMs?: number;
}

/** Requests whose clients wait for permission to send the body (RFC 9110 §10.1.1). */
const uninvited = new WeakSet<IncomingMessage>();

/** Sends `100 Continue` for an accepted request whose client waits for it. */
export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (!uninvited.delete(request)) return;
  response.shouldKeepAlive = true;
  response.writeContinue();
}

/** True if the client still waits for permission to send the body, and so may never send it. */
export const isUninvited = (request: IncomingMessage): boolean => uninvited.has(request);

/** A server that can stop without failing requests that were already sent. */
export class HttpServer extends Server {
  readonly #running = new Set<ServerResponse>();
  readonly #sockets = new Set<Socket>();
  /** Connections on which no further request is read. */
  readonly #refused = new WeakSet<Duplex>();
  readonly #draining = new AbortController();
  #handler: Handler;
  #fastPath: FastPath;
  #next: { handler: Handler; fastPath: FastPath } | null = null;

  constructor(handler: Handler, fastPath: FastPath, timeouts: ServerTimeouts = {}) {
    const headersTimeout = timeouts.headersMs ?? HEADER_TIMEOUT_MS;
    const requestTimeout = timeouts.requestMs ?? REQUEST_TIMEOUT_MS;
    super({
      headersTimeout,
      requestTimeout,
      // Node's own check answers without a problem document, and accepts two hosts.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, headersTimeout, requestTimeout),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    });
    this.#handler = handler;
    this.#fastPath = fastPath;
    this.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      uninvited.add(request);
      // Without `100 Continue` the client may or may not send its body, so no request can follow on the connection.
      response.shouldKeepAlive = false;
      this.emit('request', request, response);
    });
    // A server may ignore an expectation that it does not know (RFC 9110 §10.1.1).
    this.on('checkExpectation', (request, response) => this.emit('request', request, response));
    this.on('connect', (_request, socket: Duplex) => this.#refuse(socket, 'ERR_CONNECT'));
    this.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.#refused.has(request.socket)) return;
      if (!namesHost(request)) return this.#refuse(request.socket, 'ERR_HOST');
      if (this.draining.aborted) response.shouldKeepAlive = false;
      if (this.#fastPath(request, response)) return;
      this.#running.add(response);
      response.once('close', () => this.#running.delete(response));
      this.#handler(request, response);
    });
  }

  /** Sets the handlers that answer requests after {@link handOver}. */
  prepare(handler: Handler, fastPath: FastPath): this {
    this.#next = { handler, fastPath };
    return this;
  }

  /** Lets the prepared handlers answer all further requests. */
  handOver(): void {
    this.#handler = this.#next!.handler;
    this.#fastPath = this.#next!.fastPath;
  }

  /** Aborts when the server begins to drain, so that requests that only wait answer at once. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Stops reading requests from a connection. Returns false if that had happened before. */
  giveUp(socket: Duplex): boolean {
    if (this.#refused.has(socket)) return false;
    this.#refused.add(socket);
    // The listener of a CONNECT request must handle errors of its connection, because Node does not.
    socket.on('error', () => {});
    return true;
  }

  #refuse(socket: Duplex, code: string): void {
    this.emit('clientError', Object.assign(new Error(code), { code }), socket);
  }

  /**
   * Resolves when all requests that arrived completely on a connection are answered. The result is true if an answer
   * may be written next, and false if the answer to an incomplete request has begun.
   */
  async isFreeToAnswer(socket: Duplex): Promise<boolean> {
    const responses = [...this.#running].filter(({ req }) => req.socket === socket);
    const earlier = responses.filter(({ req }) => req.complete);
    await Promise.all(
      earlier.map((response) => new Promise<void>((resolve) => response.once('close', resolve))),
    );
    return (
      socket.writable && !responses.some(({ req, headersSent }) => !req.complete && headersSent)
    );
  }

  /**
   * Stops accepting connections, answers the requests that were sent, and closes each connection after its answer. When
   * all are closed, or after `deadlineMs`, resolves with the number of interrupted requests.
   */
  async drain(deadlineMs: number): Promise<number> {
    this.#draining.abort();
    for (const response of this.#running) response.shouldKeepAlive = false;
    let cut = 0;
    const lingered = setTimeout(() => this.#closeUnused(), LINGER_MS);
    const deadline = setTimeout(() => {
      cut = this.#running.size;
      this.closeAllConnections();
    }, deadlineMs);
    await new Promise<void>((resolve) => this.close(() => resolve()));
    clearTimeout(lingered);
    clearTimeout(deadline);
    return cut;
  }

  /**
   * Closes unused connections, but not during a drain: a server that closes calls this method at once, while a request
   * may still be on its way.
   */
  override closeIdleConnections(): void {
    if (!this.draining.aborted) this.#closeUnused();
  }

  #closeUnused(): void {
    super.closeIdleConnections();
    // Node does not consider a connection idle on which no byte has arrived.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
