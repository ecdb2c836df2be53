import { setTimeout as delay } from 'node:timers/promises';
import { type EngineContext, EngineError } from './engine.ts';
import {
  badResponse,
  explainStatus,
  isAuthStatus,
  isTransient,
  readRetryAfter,
} from './http-answer.ts';

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
  /** How messages call the provider: `DeepL`. */
  readonly label: string;
  readonly baseUrl: string;
  readonly context: Pick<EngineContext, 'fetch' | 'log'>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that never appear in a log or an error text. */
  readonly secrets?: readonly string[];
  readonly attemptTimeoutMs: number;
  /** All tries and the waits between them together. */
  readonly deadlineMs: number;
  /** What the provider means by an answer that is no 2xx, where that differs from {@link explainStatus}. */
  readonly explain?: (answer: HttpAnswer) => EngineError | undefined;
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
const MAX_ERROR_ANSWER_BYTES = 64 * 1024;
const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 20_000;
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
    const control = new AbortController();
    const stop = () => control.abort();
    closing.signal.addEventListener('abort', stop);
    request.signal?.addEventListener('abort', stop);
    const timer = setTimeout(stop, timeoutMs);
    try {
      const response = await context.fetch(resolveUrl(options.baseUrl, request), {
        method: request.method,
        headers: {
          accept: 'application/json',
          // DeepL refuses requests without one, and asks for the application's name.
          'user-agent': 'Parlance',
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        // A provider cannot have the key or the texts sent to a host that the operator did not name.
        redirect: 'manual',
        signal: control.signal,
      });
      const limit = response.ok ? MAX_ANSWER_BYTES : MAX_ERROR_ANSWER_BYTES;
      const read = await readJson(response, limit);
      const answer = {
        status: response.status,
        body: read.value,
        retryAfterMs: readRetryAfter(response.headers),
      };
      if (response.ok) {
        if (read.problem !== undefined) throw badResponse(`${label} sent ${read.problem}`);
        return answer;
      }
      context.log('warn', 'translation provider rejected a request', {
        provider: label,
        status: response.status,
        // What is said of a refused request helps the operator; of a refused key it may hold the key.
        said: isAuthStatus(response.status) ? undefined : quote(redact(read.text)),
        retryAfterMs: answer.retryAfterMs,
      });
      if (request.passStatuses?.includes(response.status)) return answer;
      throw failure(answer);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throwIfEnded(request.signal);
      if (control.signal.aborted) {
        throw new EngineError('engine_timeout', `${label} timed out`, {
          retryable: true,
        });
      }
      const code = networkErrorCode(error);
      context.log('warn', 'translation provider cannot be reached', { provider: label, code });
      throw new EngineError('engine_unavailable', `${label} cannot be reached (${code})`, {
        retryable: true,
      });
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', stop);
      request.signal?.removeEventListener('abort', stop);
    }
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
    async request(request) {
      const deadline = timing.now() + (request.deadlineMs ?? options.deadlineMs);
      for (let tries = 1; ; tries++) {
        throwIfEnded(request.signal);
        const leftMs = Math.max(1, deadline - timing.now());
        try {
          return await attempt(request, Math.min(options.attemptTimeoutMs, leftMs));
        } catch (error) {
          if (!(error instanceof EngineError) || !isTransient(error)) throw error;
          throwIfEnded(request.signal);
          const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(tries, timing.random()));
          if (tries >= MAX_TRIES || timing.now() + waitMs >= deadline) throw error;
          await wait(waitMs, request.signal);
        }
      }
    },
    failure,
    close: () => closing.abort(),
  };
}

/** Half of the wait is fixed and half is chance, so that callers refused together do not return together. */
function backoffMs(tries: number, chance: number): number {
  const full = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (tries - 1));
  return Math.round(full / 2 + (full / 2) * chance);
}

function resolveUrl(baseUrl: string, request: HttpRequest): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + request.path;
  for (const [name, value] of Object.entries(request.query ?? {}))
    url.searchParams.set(name, value);
  return url;
}

interface ReadAnswer {
  value: unknown;
  text: string;
  problem?: string;
}

async function readJson(response: Response, maxBytes: number): Promise<ReadAnswer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes)
      return { value: undefined, text: '', problem: `more than ${maxBytes} bytes` };
    chunks.push(chunk);
  }
  if (sizeBytes === 0) return { value: undefined, text: '' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    try {
      return { value: JSON.parse(text), text };
    } catch {
      return { value: undefined, text, problem: 'an answer that is not JSON' };
    }
  } catch {
    return { value: undefined, text: '', problem: 'an answer that is not UTF-8' };
  }
}

function networkErrorCode(error: unknown): string {
  // undici wraps the system's error: `TypeError: fetch failed` with the cause inside.
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return 'connection failed';
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
