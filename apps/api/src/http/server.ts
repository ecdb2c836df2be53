import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { namesHost } from './access/host-header.ts';

const HEADER_TIMEOUT_MS = 15_000;
/**
 * Maximum duration of a request with its body, in milliseconds. It allows for the largest import
 * over a slow connection.
 */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Interval at which request timeouts are checked, in milliseconds. */
const TIMEOUT_CHECK_MS = 5_000;
/**
 * Time in milliseconds after which an idle connection is closed. It exceeds the idle timeout of
 * common proxies (60 s), so that a proxy closes an idle connection before the service does.
 */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/**
 * Time in milliseconds for which an idle connection stays open during the shutdown, because a
 * request may already be on its way.
 */
const LINGER_MS = 500;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Answers a request without the router. Returns false if the router must answer it. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ServerTimeouts {
  headersMs?: number;
  requestMs?: number;
}

/** Requests whose clients wait for permission to send the body (RFC 9110 §10.1.1). */
const uninvited = new WeakSet<IncomingMessage>();

export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (!uninvited.delete(request)) return;
  response.shouldKeepAlive = true;
  response.writeContinue();
}

/**
 * True if the client waits for permission to send the body. If the permission is not given, the
 * body may never arrive.
 */
export const isUninvited = (request: IncomingMessage): boolean => uninvited.has(request);

/** An HTTP server that can stop without failing requests that were already sent. */
export class HttpServer extends Server {
  readonly #running = new Set<ServerResponse>();
  readonly #sockets = new Set<Socket>();
  /** Connections on which no further requests are read. */
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
      // Closes the connection after the response. If the client then still sends the body of this
      // request, the server must not read the body as the next request.
      response.shouldKeepAlive = false;
      this.emit('request', request, response);
    });
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

  handOver(): void {
    this.#handler = this.#next!.handler;
    this.#fastPath = this.#next!.fastPath;
  }

  /** Aborts when the shutdown begins, so that waiting requests respond at once. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Stops reading requests from a connection. Returns false if reading had already stopped. */
  giveUp(socket: Duplex): boolean {
    if (this.#refused.has(socket)) return false;
    this.#refused.add(socket);
    socket.on('error', () => {});
    return true;
  }

  #refuse(socket: Duplex, code: string): void {
    this.emit('clientError', Object.assign(new Error(code), { code }), socket);
  }

  /**
   * Waits until all complete requests on a connection are answered. Returns true if an error
   * response can still be sent on the connection.
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
   * Stops accepting connections and answers all requests that were sent. Resolves with the number
   * of requests that were interrupted after `deadlineMs`.
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

  override closeIdleConnections(): void {
    if (!this.draining.aborted) this.#closeUnused();
  }

  #closeUnused(): void {
    super.closeIdleConnections();
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
