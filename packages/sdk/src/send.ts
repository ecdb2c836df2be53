import { isParlanceError, ParlanceConnectionError, readError, readRetryAfter } from './errors.ts';
import type { PreparedRequest } from './request.ts';

/** The part of the signature of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Attempts {
  readonly fetch: Fetch;
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly request: PreparedRequest;
  readonly credentials: 'include' | 'same-origin' | 'omit' | undefined;
  readonly signal: AbortSignal | undefined;
  readonly maxRetries: number;
  /**
   * Maximum duration of one attempt in milliseconds, from sending the request to the end of the
   * response.
   */
  readonly timeoutMs: number;
  /** True if the caller reads the body of the response. */
  readonly isRaw: boolean;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/**
 * Maximum delay before a retry. If the server asks for a longer delay, the call fails with the
 * error of the server.
 */
const MAX_RETRY_AFTER_SECONDS = 60;

/**
 * Sends a request and repeats it after a temporary failure. A stream, and a PATCH or POST without
 * an idempotency key, is sent only once (RFC 9110 §9.2.2).
 */
export async function send<Answer>(
  attempts: Attempts,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const isSafe =
    attempts.request.replayable &&
    (['GET', 'PUT', 'DELETE'].includes(attempts.method) || attempts.headers.has('idempotency-key'));
  const maxRetries = isSafe ? attempts.maxRetries : 0;
  for (let retries = 0; ; retries++) {
    const outcome = await attempt(attempts, read);
    if (outcome.kind === 'answer') return outcome.answer;
    const delayMs = retries < maxRetries ? delayBefore(outcome, retries) : null;
    if (delayMs === null) throw outcome.error;
    await sleep(delayMs, attempts.signal);
  }
}

type Failure =
  | {
      readonly kind: 'refused';
      readonly error: Error;
      readonly status: number;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: 'network'; readonly error: Error };

type Outcome<Answer> = { readonly kind: 'answer'; readonly answer: Answer } | Failure;

async function attempt<Answer>(
  { fetch, url, method, headers, request, credentials, signal, timeoutMs, isRaw }: Attempts,
  read: (response: Response) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const timeout = new ParlanceConnectionError('timeout', `No response within ${timeoutMs} ms.`);
  const timer = setTimeout(() => controller.abort(timeout), timeoutMs);
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const init = {
    method,
    headers,
    body: request.body,
    credentials,
    signal: controller.signal,
    ...(request.body instanceof ReadableStream && { duplex: 'half' }),
  };
  try {
    const response = await fetch(url, init as RequestInit);
    if (response.ok || response.status === 304) {
      return { kind: 'answer', answer: await read(response) };
    }
    return {
      kind: 'refused',
      error: await readError(response),
      status: response.status,
      retryAfterSeconds: readRetryAfter(response),
    };
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof ParlanceConnectionError) throw error;
    const message = `${method} ${url} failed`;
    return {
      kind: 'network',
      error: new ParlanceConnectionError('network', message, { cause: error }),
    };
  } finally {
    clearTimeout(timer);
    if (!isRaw) signal?.removeEventListener('abort', abort);
  }
}

/** Returns the delay before the next attempt. Null if another attempt would not help. */
function delayBefore(failure: Failure, retries: number): number | null {
  const backoffMs =
    Math.min(FIRST_DELAY_MS * 2 ** retries, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
  if (failure.kind === 'network') return backoffMs;
  const { error, status, retryAfterSeconds } = failure;
  const isWorthIt =
    status === 502 ||
    status === 504 ||
    // A proxy without a server responds with 503 and without a delay. The service itself states a
    // delay if a retry may help.
    (status === 503 && !isParlanceError(error)) ||
    ((status === 429 || status === 503) && retryAfterSeconds !== null) ||
    (retries > 0 && isParlanceError(error, 'idempotency_in_progress'));
  if (!isWorthIt || (retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) return null;
  return (retryAfterSeconds ?? 0) * 1000 + backoffMs;
}

function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
}
