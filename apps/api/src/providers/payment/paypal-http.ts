import { backoffMs, retry } from '../../lib/retry.ts';
import { exchange, type ProviderAnswer, readRetryAfter, UnreachableError } from '../exchange.ts';
import { PaymentError } from './payment-provider.ts';

export interface PaypalHttpOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly log: (
    level: 'info' | 'warn' | 'error',
    message: string,
    fields?: Record<string, unknown>,
  ) => void;
  readonly timeoutMs?: number;
  /** Delay before the first retry, in milliseconds. It doubles with each retry. */
  readonly retryDelayMs?: number;
}

export interface PaypalRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  /**
   * Value of the header `PayPal-Request-Id`. PayPal repeats its first response if a request is
   * repeated with the same value.
   */
  readonly requestId?: string;
  /** True if the request can be sent twice without a second effect. */
  readonly isRepeatable: boolean;
}

export interface PaypalAnswer {
  readonly status: number;
  /** Parsed JSON body. Undefined if the body is empty or not JSON. */
  readonly body: unknown;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RETRY_DELAY_MS = 400;
const MAX_RETRY_AFTER_MS = 5_000;
const MAX_TRIES = 3;
const MAX_ANSWER_BYTES = 1024 * 1024;
/**
 * An access token is replaced this many milliseconds before it expires, so that it cannot expire
 * during a request.
 */
const TOKEN_MARGIN_MS = 60_000;

interface Token {
  readonly value: string;
  readonly expiresAtMs: number;
}

/** Sends requests to PayPal with an access token and timeouts. Repeats requests if that is safe. */
export class PaypalHttp {
  readonly #options: PaypalHttpOptions;
  #token: Token | null = null;
  #fetching: Promise<Token> | null = null;

  constructor(options: PaypalHttpOptions) {
    this.#options = options;
  }

  /**
   * Sends a request and returns the response.
   *
   * @throws PaymentError, including for a response that asks for a later retry
   */
  async send(request: PaypalRequest): Promise<PaypalAnswer> {
    const used = await this.#currentToken();
    const answer = await this.#sendWith(used, request);
    if (answer.status !== 401) return requireKnown(answer, request);
    if (this.#token === used) this.#token = null;
    return requireKnown(await this.#sendWith(await this.#currentToken(), request), request);
  }

  #sendWith({ value }: Token, request: PaypalRequest): Promise<PaypalAnswer> {
    return this.#repeat(request.isRepeatable, () =>
      this.#exchange(request.path, {
        method: request.method,
        headers: {
          authorization: `Bearer ${value}`,
          // Requests the full form of the response. The short form lacks the amount and
          // `custom_id`.
          prefer: 'return=representation',
          ...(request.method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...(request.requestId === undefined ? {} : { 'paypal-request-id': request.requestId }),
        },
        body: request.rawBody ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      }),
    );
  }

  /** Returns the access token. Concurrent callers share one request for a new token. */
  async #currentToken(): Promise<Token> {
    if (this.#token !== null && this.#token.expiresAtMs > performance.now()) return this.#token;
    this.#fetching ??= this.#fetchToken()
      .then((fetched) => {
        this.#token = fetched;
        return fetched;
      })
      .finally(() => {
        this.#fetching = null;
      });
    return this.#fetching;
  }

  async #fetchToken(): Promise<Token> {
    const { clientId, clientSecret } = this.#options;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`);
    const startedAtMs = performance.now();
    const answer = await this.#repeat(true, () =>
      this.#exchange('/v1/oauth2/token', {
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials.toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      }),
    );
    const fields = (answer.body ?? {}) as Record<string, unknown>;
    const { access_token: value, expires_in: seconds } = fields;
    if (answer.status !== 200 || typeof value !== 'string' || value === '') {
      throw new PaymentError(
        'rejected',
        `PayPal did not return an access token (${answer.status})`,
      );
    }
    const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 : 0;
    return { value, expiresAtMs: startedAtMs + Math.max(0, lifetimeMs - TOKEN_MARGIN_MS) };
  }

  /** Repeats a request after a failure that may be temporary. */
  #repeat(isRepeatable: boolean, once: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
    const { retryDelayMs: firstMs = DEFAULT_RETRY_DELAY_MS } = this.#options;
    return retry((tries) => this.#attempt(once, tries), {
      attempts: isRepeatable ? MAX_TRIES : 1,
      delayAfter(error, tries) {
        if (!(error instanceof TryLater)) return null;
        const askedMs = Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
        return Math.max(backoffMs(tries, { firstMs }), askedMs);
      },
    });
  }

  async #attempt(once: () => Promise<ProviderAnswer>, tries: number): Promise<ProviderAnswer> {
    const { log } = this.#options;
    const answer = await once().catch((error: unknown) => {
      if (!(error instanceof UnreachableError)) throw error;
      const { message: reason } = error;
      log('warn', 'payment provider cannot be reached', { reason, tries });
      throw new TryLater(`PayPal cannot be reached (${reason})`);
    });
    const { status, ok, headers, problem } = answer;
    if (isTransient(answer)) {
      log('warn', 'payment provider is temporarily unavailable', { status, tries });
      throw new TryLater(`PayPal returned ${status}`, readRetryAfter(headers));
    }
    if (ok && problem !== undefined) {
      throw new PaymentError('unreachable', `PayPal sent ${problem}`);
    }
    return answer;
  }

  #exchange(
    path: string,
    init: { method: string; headers: Record<string, string>; body: string | null },
  ): Promise<ProviderAnswer> {
    const { baseUrl, fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    return exchange({
      fetch,
      url: `${baseUrl}${path}`,
      ...init,
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    });
  }
}

function requireKnown(answer: PaypalAnswer, request: PaypalRequest): PaypalAnswer {
  if (answer.status !== 401 && answer.status !== 403) return answer;
  throw new PaymentError(
    'rejected',
    `PayPal rejected the credentials for ${request.path} (${answer.status})`,
  );
}

class TryLater extends PaymentError {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super('unreachable', message);
    this.retryAfterMs = retryAfterMs;
  }
}

function isTransient({ status, body }: PaypalAnswer): boolean {
  if (status === 408 || status === 429 || status >= 500) return true;
  return status === 409 && JSON.stringify(body ?? null).includes('PREVIOUS_REQUEST_IN_PROGRESS');
}
