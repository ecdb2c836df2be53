import { isParlanceError, ParlanceConnectionError, readError, readRetryAfter } from './errors.ts';
import type { PreparedRequest } from './request.ts';

/** What `fetch` is called with; `globalThis.fetch` and most replacements fit. */
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
  /** Of one attempt, from sending until the answer is read. */
  readonly timeoutMs: number;
  /** Whether the caller reads the body, which the signal then still ends. */
  readonly isRaw: boolean;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** A server that wants more is not waited for: the caller hears of it instead. */
const MAX_RETRY_AFTER_SECONDS = 60;

/**
 * Sends the request, again where that is safe and may help: never a PATCH or a POST without an
 * idempotency key (RFC 9110 §9.2.2), never a body that was streamed.
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
  const timeout = new ParlanceConnectionError('timeout', `No answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => controller.abort(timeout), timeoutMs);
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const init = {
    method,
    headers,
    body: request.body,
    credentials,
    signal: controller.signal,
    // Required for a body that is a stream (the Fetch standard).
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
    const message = `${method} ${url} did not get through`;
    return {
      kind: 'network',
      error: new ParlanceConnectionError('network', message, { cause: error }),
    };
  } finally {
    clearTimeout(timer);
    if (!isRaw) signal?.removeEventListener('abort', abort);
  }
}

/** How long to wait before the next attempt; null where another would not help. */
function delayBefore(failure: Failure, retries: number): number | null {
  const backoffMs =
    Math.min(FIRST_DELAY_MS * 2 ** retries, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
  if (failure.kind === 'network') return backoffMs;
  const { error, status, retryAfterSeconds } = failure;
  const isWorthIt =
    status === 502 ||
    status === 504 ||
    ((status === 429 || status === 503) && retryAfterSeconds !== null) ||
    // The attempt before did get through and is still at work.
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
