import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, retry } from '../../lib/retry.ts';
import { exchange, readRetryAfter, UnreachableError } from '../exchange.ts';
import { type EngineContext, EngineError } from './engine.ts';
import { badResponse, explainStatus, isAuthStatus, isTransient } from './http-answer.ts';

/** Time and chance, so that a test can wait for minutes without waiting. */
export interface Timing {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Resolves after `ms`; rejects as soon as `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

/** The machine's own clock. */
export const realTiming: Timing = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
  random: Math.random,
};

export interface HttpClientOptions {
  /** Name of the provider in messages, such as `DeepL`. */
  readonly label: string;
  readonly baseUrl: string;
  readonly context: Pick<EngineContext, 'fetch' | 'log'>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that never appear in a log or an error text. */
  readonly secrets?: readonly string[];
  readonly attemptTimeoutMs: number;
  /** All tries and the waits between them together. */
  readonly deadlineMs: number;
  /** The provider's meaning of a status other than 2xx, if it differs from {@link explainStatus}. */
  readonly explain?: (answer: HttpAnswer) => EngineError | undefined;
  /** Reads an answer that is not JSON. Returns undefined if it has no meaning either. */
  readonly readText?: (text: string) => unknown;
  readonly timing?: Timing;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Appended to the base URL's path. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
  /** Statuses that the caller reads itself; they are returned, not thrown and not tried again. */
  readonly passStatuses?: readonly number[];
}

export interface HttpAnswer {
  readonly status: number;
  /** Parsed JSON; undefined for an empty body or, on a status that is no 2xx, one that is not JSON. */
  readonly body: unknown;
  readonly retryAfterMs?: number;
}

export interface HttpClient {
  /** Sends a request, trying again while that can help. Throws {@link EngineError}, or the signal's reason. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** The error for an answer that was passed through. */
  failure(answer: HttpAnswer): EngineError;
  /** Ends what is in flight; later requests fail. */
  close(): void;
}

export const MAX_TRIES = 4;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const BACKOFF = { firstMs: 500, maxMs: 20_000 };
const QUOTED_LENGTH = 300;

/**
 * The one way engines speak HTTP. 408, 429, 5xx, timeouts and network faults are tried again, at
 * most {@link MAX_TRIES} times within the deadline and never sooner than `Retry-After` asks.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { label, context } = options;
  const timing = options.timing ?? realTiming;
  const closing = new AbortController();
  const redact = createRedactor(options.secrets ?? []);

  function failure(answer: HttpAnswer): EngineError {
    return options.explain?.(answer) ?? explainStatus(label, answer.status, answer.retryAfterMs);
  }

  /** Why a request must not go on, thrown: the caller's own reason first. */
  function throwIfEnded(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (closing.signal.aborted)
      throw new EngineError('engine_unavailable', `${label} is shut down`);
  }

  async function attempt(request: HttpRequest, timeoutMs: number): Promise<HttpAnswer> {
    const { signal } = request;
    const sent = await exchange({
      fetch: context.fetch,
      url: resolveUrl(options.baseUrl, request),
      method: request.method,
      headers: {
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      timeoutMs,
      signals: signal === undefined ? [closing.signal] : [closing.signal, signal],
      maxBytes: MAX_ANSWER_BYTES,
    }).catch((error: unknown) => {
      throwIfEnded(signal);
      if (!(error instanceof UnreachableError)) throw error;
      const { isTimeout, message } = error;
      if (isTimeout) {
        throw new EngineError('engine_timeout', `${label} did not answer in time`, {
          retryable: true,
        });
      }
      context.log('warn', 'translation provider not reached', { provider: label, code: message });
      throw new EngineError('engine_unavailable', `${label} could not be reached (${message})`, {
        retryable: true,
      });
    });
    const { status, body, problem } = sent;
    const answer = { status, body, retryAfterMs: readRetryAfter(sent.headers) };
    if (sent.ok) {
      if (problem === undefined) return answer;
      const body = options.readText?.(sent.text);
      if (body === undefined) throw badResponse(`${label} sent ${problem}`);
      return { ...answer, body };
    }
    context.log('warn', 'translation provider refused a request', {
      provider: label,
      status,
      // What is said of a refused request helps the operator; of a refused key it may hold the key.
      said: isAuthStatus(status) ? undefined : quote(redact(sent.text)),
      retryAfterMs: answer.retryAfterMs,
    });
    if (request.passStatuses?.includes(status)) return answer;
    throw failure(answer);
  }

  async function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const ends = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
    try {
      await timing.sleep(waitMs, ends);
    } catch (error) {
      throwIfEnded(signal);
      throw error;
    }
  }

  return {
    request(request) {
      const deadline = timing.now() + (request.deadlineMs ?? options.deadlineMs);
      const attemptInTime = async (): Promise<HttpAnswer> => {
        throwIfEnded(request.signal);
        const leftMs = Math.max(1, deadline - timing.now());
        return attempt(request, Math.min(options.attemptTimeoutMs, leftMs));
      };
      return retry(attemptInTime, {
        attempts: MAX_TRIES,
        delayAfter(error, tries) {
          if (!(error instanceof EngineError) || !isTransient(error)) return null;
          throwIfEnded(request.signal);
          const waitMs = Math.max(
            error.retryAfterMs ?? 0,
            backoffMs(tries, BACKOFF, timing.random),
          );
          return timing.now() + waitMs >= deadline ? null : waitMs;
        },
        sleep: (waitMs) => wait(waitMs, request.signal),
      });
    },
    failure,
    close: () => closing.abort(),
  };
}

function resolveUrl(baseUrl: string, request: HttpRequest): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + request.path;
  for (const [name, value] of Object.entries(request.query ?? {}))
    url.searchParams.set(name, value);
  return url;
}

function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')]);
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '***'), text);
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH)}…` : line;
}
