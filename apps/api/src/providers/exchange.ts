import { GuardedFault } from './guarded/guarded-client.ts';

const MAX_ERROR_BYTES = 64 * 1024;

export interface ProviderRequest {
  readonly fetch: typeof fetch;
  readonly url: URL | string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | null;
  readonly timeoutMs: number;
  readonly signals?: readonly AbortSignal[];
  /** Maximum size of a successful response, in bytes. */
  readonly maxBytes: number;
  /** True to follow redirects, which is only safe without credentials. Defaults to false. */
  readonly followsRedirects?: boolean;
}

export interface BytesAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /**
   * Reason why the body could not be read completely, such as `more than 1024 bytes`. `bytes` is
   * then empty.
   */
  readonly problem?: string;
}

export interface ProviderAnswer extends Omit<BytesAnswer, 'bytes'> {
  readonly body: unknown;
  readonly text: string;
}

/** Thrown if a provider does not respond. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly isTimeout: boolean;

  constructor(reason: string, isTimeout: boolean, cause: unknown) {
    super(reason, { cause });
    this.isTimeout = isTimeout;
  }
}

/**
 * Sends a request and returns the JSON response.
 *
 * @throws UnreachableError if the provider does not respond or a signal aborts
 */
export async function exchange(request: ProviderRequest): Promise<ProviderAnswer> {
  const { bytes, ...answer } = await exchangeBytes(request);
  return { ...answer, body: undefined, text: '', ...readJson(bytes) };
}

/** Sends a request and returns the response with an unparsed body. */
export async function exchangeBytes(request: ProviderRequest): Promise<BytesAnswer> {
  const timeout = AbortSignal.timeout(Math.ceil(request.timeoutMs));
  try {
    const response = await request.fetch(request.url, {
      method: request.method,
      headers: { accept: 'application/json', 'user-agent': 'Parlance', ...request.headers },
      body: request.body ?? null,
      // Redirects are not followed, because they could send credentials and texts to a host that
      // the operator did not choose.
      redirect: request.followsRedirects ? 'follow' : 'manual',
      signal: AbortSignal.any([timeout, ...(request.signals ?? [])]),
    });
    const { status, ok, headers } = response;
    const limitBytes = ok ? request.maxBytes : MAX_ERROR_BYTES;
    return { status, ok, headers, ...(await readBytes(response, limitBytes)) };
  } catch (error) {
    const reason = timeout.aborted ? 'no answer in time' : networkErrorCode(error);
    throw new UnreachableError(reason, timeout.aborted, error);
  }
}

async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<Pick<BytesAnswer, 'bytes' | 'problem'>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes)
      return { bytes: Buffer.alloc(0), problem: `more than ${maxBytes} bytes` };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks) };
}

function readJson(bytes: Buffer): Partial<Pick<ProviderAnswer, 'body' | 'text' | 'problem'>> {
  if (bytes.length === 0) return {};
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'an answer that is not UTF-8' };
  }
  try {
    return { body: JSON.parse(text), text };
  } catch {
    return { text, problem: 'an answer that is not JSON' };
  }
}

/**
 * Returns the code of a network error, which undici wraps as the cause of a `TypeError: fetch
 * failed`.
 */
function networkErrorCode(error: unknown): string {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 4;
    at = at.cause, depth++
  ) {
    if (at instanceof GuardedFault) return `its address ${at.message}`;
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return 'connection failed';
}

/**
 * Maximum delay in milliseconds that a provider can request. A longer delay would stop background work for too long.
 */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * Returns the delay of a `Retry-After` header in milliseconds (RFC 9110 §10.2.3: seconds or an HTTP
 * date), at most a day. Returns undefined if the header is invalid. `wallNowMs` is the current time of the wall
 * clock.
 */
export function parseRetryAfter(value: string | null, wallNowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (DECIMAL.test(text)) return limitDelay(Number(text) * 1000);
  if (!/^[A-Z][a-z]{2,8}, /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : limitDelay(at - wallNowMs);
}

/** Returns the delay before a retry that a response asks for in its headers, in milliseconds. */
export function readRetryAfter(headers: Headers): number | undefined {
  const exact = headers.get('retry-after-ms')?.trim() ?? '';
  if (DECIMAL.test(exact)) return limitDelay(Number(exact));
  return parseRetryAfter(headers.get('retry-after'), Date.now());
}

const DECIMAL = /^\d+(\.\d+)?$/;

/** Returns a delay in whole milliseconds, from 0 to a day. */
export const limitDelay = (delayMs: number): number =>
  Math.min(Math.max(0, Math.ceil(delayMs)), MAX_RETRY_AFTER_MS);
