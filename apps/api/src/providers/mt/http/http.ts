import { setTimeout as delay } from 'node:timers/promises';
import { exchange, type ProviderAnswer, readRetryAfter, UnreachableError } from '../../exchange.ts';
import { type EngineContext, EngineError } from '../engine.ts';
import { badResponse, explainStatus, isAuthStatus, rejectedKey } from './http-answer.ts';
import { messageOf, quote, redact, saysWrongKey } from './said.ts';

/** Source of time and random numbers. Tests replace it, so they need not wait. */
export interface Timing {
  /** Returns the milliseconds of a monotonic clock. */
  now(): number;
  /** Resolves after `ms`. Rejects as soon as `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns a random number in [0, 1). */
  random(): number;
}

export const realTiming: Timing = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
  random: Math.random,
};

export interface HttpClientOptions {
  /** Name of the provider for messages, such as `DeepL`. */
  readonly label: string;
  readonly baseUrl: string;
  readonly context: Pick<EngineContext, 'fetch' | 'log'>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns headers that depend on the request, such as its signature. */
  readonly authorize?: (request: SignableRequest) => Promise<Readonly<Record<string, string>>>;
  /** Secrets that must not appear in log lines and error messages. */
  readonly secrets?: readonly string[];
  readonly timeoutMs: number;
  /**
   * Returns the error for a response with a status to which the provider gives a special meaning.
   * Without this function, or if it returns undefined, {@link explainStatus} is used.
   */
  readonly explain?: (answer: HttpAnswer) => EngineError | undefined;
  /** Parses a response body that is not JSON. Returns undefined for a body that it cannot parse. */
  readonly readText?: (text: string) => unknown;
}

export interface SignableRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal | undefined;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path that is appended to the path of the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Body of the request. It is sent as a form if it is `URLSearchParams`, and otherwise as JSON. */
  readonly body?: unknown;
  /** Body that is sent as it is, in place of `body`. */
  readonly text?: { readonly type: string; readonly content: string };
  /** Headers that are sent in addition to the headers of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Receives the body without secrets, before the request is sent. */
  readonly onRequest?: ((body: string) => void) | undefined;
  readonly timeoutMs?: number;
  /**
   * HTTP statuses that the caller handles itself. Responses with other error statuses are thrown as
   * errors.
   */
  readonly passStatuses?: readonly number[];
}

export interface HttpAnswer {
  readonly status: number;
  /**
   * Parsed JSON body. Undefined if the body is empty, or if the status is an error and the body is
   * not valid JSON.
   */
  readonly body: unknown;
  readonly retryAfterMs?: number;
  /** The beginning of the provider's message in an unsuccessful response, without secrets. */
  readonly said?: string;
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Sends HTTP requests for an engine, without retries. An error states whether a retry may help, and
 * after which delay.
 */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #closing = new AbortController();

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /** Sends a request. Throws an {@link EngineError}, or the reason of the signal. */
  async request(request: HttpRequest): Promise<HttpAnswer> {
    const { label, context, readText } = this.#options;
    const plain = this.#build(request);
    this.#throwIfEnded(request.signal);
    request.onRequest?.(redact(plain.body ?? '', this.#secretsWith({})));
    const credentials = (await this.#options.authorize?.(plain)) ?? {};
    const sent = await this.#send(request, plain, credentials);
    const { status, body, problem } = sent;
    const secrets = this.#secretsWith(credentials);
    const quoteSafely = (text: string) => quote(text, secrets, isAuthStatus(status));
    const said = sent.ok ? '' : quoteSafely(messageOf(body));
    const answer = { status, body, retryAfterMs: readRetryAfter(sent.headers), said };
    if (sent.ok) {
      if (problem === undefined) return answer;
      const read = readText?.(sent.text);
      if (read === undefined) throw badResponse(`${label} sent ${problem}`);
      return { ...answer, body: read };
    }
    context.log('warn', 'translation provider refused a request', {
      provider: label,
      status,
      said: said || quoteSafely(sent.text),
      retryAfterMs: answer.retryAfterMs,
    });
    if (request.passStatuses?.includes(status)) return answer;
    throw this.failure(answer);
  }

  /**
   * Returns the error for an unsuccessful response. If a person must act on the error, it contains
   * the provider's message.
   */
  failure(answer: HttpAnswer): EngineError {
    const { label, explain } = this.#options;
    const { status, said = '', retryAfterMs } = answer;
    const error =
      explain?.(answer) ??
      (status === 400 && saysWrongKey(said)
        ? rejectedKey(label)
        : explainStatus(label, status, retryAfterMs));
    if (!error.retryable && said !== '') error.message += ` (${said})`;
    return error;
  }

  /** Aborts the requests in progress. Later requests fail. */
  close(): void {
    this.#closing.abort();
  }

  async #send(
    { signal, timeoutMs }: HttpRequest,
    plain: SignableRequest,
    credentials: Readonly<Record<string, string>>,
  ): Promise<ProviderAnswer> {
    const { label, context } = this.#options;
    this.#throwIfEnded(signal);
    try {
      return await exchange({
        fetch: context.fetch,
        ...plain,
        headers: { ...plain.headers, ...credentials },
        timeoutMs: timeoutMs ?? this.#options.timeoutMs,
        signals: signal === undefined ? [this.#closing.signal] : [this.#closing.signal, signal],
        maxBytes: MAX_ANSWER_BYTES,
      });
    } catch (error) {
      this.#throwIfEnded(signal);
      if (!(error instanceof UnreachableError)) throw error;
      const retryable = { retryable: true };
      if (error.isTimeout) {
        throw new EngineError('engine_timeout', `${label} did not answer in time`, retryable);
      }
      const { message: code } = error;
      context.log('warn', 'translation provider not reached', { provider: label, code });
      const detail = `${label} could not be reached (${code})`;
      throw new EngineError('engine_unavailable', detail, retryable);
    }
  }

  #secretsWith(credentials: Readonly<Record<string, string>>): readonly string[] {
    // A header may name the scheme before the secret, as in `Bearer …`.
    const sent = Object.values(credentials).map((value) => value.slice(value.indexOf(' ') + 1));
    return [...(this.#options.secrets ?? []), ...sent];
  }

  #build({ method, body, text, headers, signal, ...request }: HttpRequest): SignableRequest {
    const sent = text ?? textOf(body);
    return {
      method,
      url: resolveUrl(this.#options.baseUrl, request),
      headers: {
        ...(sent === null ? {} : { 'content-type': sent.type }),
        ...this.#options.headers,
        ...headers,
      },
      body: sent?.content ?? null,
      signal,
    };
  }

  #throwIfEnded(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (!this.#closing.signal.aborted) return;
    throw new EngineError('engine_unavailable', `${this.#options.label} is shut down`);
  }
}

function textOf(body: unknown): NonNullable<HttpRequest['text']> | null {
  if (body === undefined) return null;
  return body instanceof URLSearchParams
    ? { type: 'application/x-www-form-urlencoded', content: body.toString() }
    : { type: 'application/json', content: JSON.stringify(body) };
}

function resolveUrl(baseUrl: string, request: Pick<HttpRequest, 'path' | 'query'>): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + request.path;
  for (const [name, value] of Object.entries(request.query ?? {}))
    url.searchParams.set(name, value);
  return url;
}
