import { setTimeout as delay } from 'node:timers/promises';
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
  /** Timeout of one request. */
  readonly timeoutMs?: number;
  /** Delay before the first retry. It doubles with each retry. */
  readonly retryDelayMs?: number;
}

export interface PaypalRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** JSON that is sent as it is. */
  readonly rawBody?: string;
  /** `PayPal-Request-Id`: PayPal answers a repetition with what the first call did. */
  readonly requestId?: string;
  /** True if sending it twice does no more than sending it once. */
  readonly isRepeatable: boolean;
}

export interface PaypalAnswer {
  readonly status: number;
  /** Parsed; undefined where it is empty or no JSON. */
  readonly body: unknown;
}

export interface PaypalHttp {
  /** Any answer but one that says to try later. @throws PaymentError */
  send(request: PaypalRequest): Promise<PaypalAnswer>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RETRY_DELAY_MS = 400;
const MAX_RETRY_AFTER_MS = 5_000;
const MAX_TRIES = 3;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** A token is replaced this long before it expires, so that none expires on the way. */
const TOKEN_MARGIN_MS = 60_000;

interface Token {
  readonly value: string;
  readonly expiresAtMs: number;
}

/** PayPal's HTTP: the access token, time-outs, and repetitions where they are safe. */
export function createPaypalHttp(options: PaypalHttpOptions): PaypalHttp {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const retryDelayMs = options.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS;
  let token: Token | null = null;
  let fetching: Promise<Token> | null = null;

  async function send(request: PaypalRequest): Promise<PaypalAnswer> {
    const used = await currentToken();
    const answer = await sendWith(used, request);
    if (answer.status !== 401) return requireKnown(answer, request);
    // Revoked before its time: one new token, then what PayPal says stands.
    if (token === used) token = null;
    return requireKnown(await sendWith(await currentToken(), request), request);
  }

  function requireKnown(answer: PaypalAnswer, request: PaypalRequest): PaypalAnswer {
    if (answer.status !== 401 && answer.status !== 403) return answer;
    throw new PaymentError(
      'rejected',
      `PayPal rejected the credentials for ${request.path} (${answer.status})`,
    );
  }

  const sendWith = ({ value }: Token, request: PaypalRequest): Promise<PaypalAnswer> =>
    repeat(request.isRepeatable, () =>
      exchange(request.path, {
        method: request.method,
        headers: {
          authorization: `Bearer ${value}`,
          // Else the answers name neither the amount nor whose payment it is.
          prefer: 'return=representation',
          ...(request.method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...(request.requestId === undefined ? {} : { 'paypal-request-id': request.requestId }),
        },
        body: request.rawBody ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      }),
    );

  /** One token for all calls; those that come while it is fetched wait for the same one. */
  async function currentToken(): Promise<Token> {
    if (token !== null && token.expiresAtMs > performance.now()) return token;
    fetching ??= fetchToken()
      .then((fetched) => {
        token = fetched;
        return fetched;
      })
      .finally(() => {
        fetching = null;
      });
    return fetching;
  }

  async function fetchToken(): Promise<Token> {
    const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`);
    const startedAtMs = performance.now();
    const answer = await repeat(true, () =>
      exchange('/v1/oauth2/token', {
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials.toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      }),
    );
    const { access_token: value, expires_in: seconds } = (answer.body ?? {}) as Record<
      string,
      unknown
    >;
    if (answer.status !== 200 || typeof value !== 'string' || value === '') {
      throw new PaymentError(
        'rejected',
        `PayPal did not return an access token (${answer.status})`,
      );
    }
    const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 : 0;
    return { value, expiresAtMs: startedAtMs + Math.max(0, lifetimeMs - TOKEN_MARGIN_MS) };
  }

  /** Repeats what PayPal says, or its silence suggests, may be repeated. */
  async function repeat(
    isRepeatable: boolean,
    once: () => Promise<PaypalAnswer & { retryAfterMs: number | null }>,
  ): Promise<PaypalAnswer> {
    for (let tries = 1; ; tries++) {
      const isLast = !isRepeatable || tries === MAX_TRIES;
      let waitMs = retryDelayMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
      try {
        const answer = await once();
        if (!isTransient(answer)) return answer;
        const said = `PayPal returned ${answer.status}`;
        options.log('warn', 'payment provider is temporarily unavailable; retrying', {
          status: answer.status,
          tries,
        });
        if (isLast) throw new PaymentError('unreachable', said);
        waitMs = Math.max(waitMs, Math.min(answer.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
      } catch (error) {
        if (error instanceof PaymentError) throw error;
        options.log('warn', 'payment provider cannot be reached', {
          reason: reasonOf(error),
          tries,
        });
        if (isLast) {
          throw new PaymentError('unreachable', `PayPal cannot be reached (${reasonOf(error)})`);
        }
      }
      await delay(waitMs);
    }
  }

  async function exchange(
    path: string,
    init: { method: string; headers: Record<string, string>; body: string | null },
  ): Promise<PaypalAnswer & { retryAfterMs: number | null }> {
    const response = await options.fetch(`${options.baseUrl}${path}`, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'Parlance', ...init.headers },
      // Credentials go to no host that the operator did not name.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      body: await readJson(response),
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
    };
  }

  return { send };
}

/** 409 with this issue: the first of two equal calls is still running. */
function isTransient({ status, body }: PaypalAnswer): boolean {
  if (status === 408 || status === 429 || status >= 500) return true;
  return status === 409 && JSON.stringify(body ?? null).includes('PREVIOUS_REQUEST_IN_PROGRESS');
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_ANSWER_BYTES) {
      throw new PaymentError('unreachable', 'The response of PayPal is too large');
    }
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // Some gateway's page; the status says what it means.
    return undefined;
  }
}

/** undici wraps the system's error: `TypeError: fetch failed` with the cause inside. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return 'connection failed';
}
