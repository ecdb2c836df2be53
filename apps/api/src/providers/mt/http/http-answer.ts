import { EngineError, type EngineErrorCode } from '../engine.ts';

/**
 * Returns the error for a response that cannot be used. A retry may succeed, but not immediately.
 */
export function badResponse(detail: string): EngineError {
  return new EngineError('engine_bad_response', detail, { retryable: true });
}

/** True if the HTTP status concerns the API key. The body of such a response may contain a key. */
export const isAuthStatus = (status: number): boolean => status === 401 || status === 403;

export const rejectedKey = (label: string): EngineError =>
  new EngineError('engine_auth', `${label} rejected the API key`);

/** Returns the error for an unsuccessful HTTP status, with the usual meaning of the status. */
export function explainStatus(label: string, status: number, retryAfterMs?: number): EngineError {
  const retry = { retryable: true, retryAfterMs };
  if (isAuthStatus(status)) return rejectedKey(label);
  if (status === 402 || status === 456)
    return new EngineError('engine_quota', `${label}: the quota of the account is exhausted`);
  if (status === 413 || status === 414)
    return new EngineError('too_large', `${label}: the request is too large`);
  if (status === 429 || status === 529)
    return new EngineError('engine_rate_limited', `${label}: too many requests`, retry);
  if (status === 408 || status === 504)
    return new EngineError('engine_timeout', `${label} returned ${status}`, retry);
  if (status >= 500)
    return new EngineError('engine_unavailable', `${label} returned ${status}`, retry);
  if (status >= 300 && status < 400)
    return new EngineError('engine_unavailable', `${label}: the base URL redirects to another URL`);
  if (status === 404)
    return new EngineError('engine_unavailable', `${label}: there is no API at the base URL (404)`);
  return new EngineError('engine_bad_response', `${label} returned ${status}`);
}

const TRANSIENT: ReadonlySet<EngineErrorCode> = new Set([
  'engine_rate_limited',
  'engine_timeout',
  'engine_unavailable',
  'engine_model_loading',
]);

/** True if a retry of the request within seconds may succeed. */
export function isTransient(error: EngineError): boolean {
  return error.retryable && TRANSIENT.has(error.code);
}

/**
 * Returns the translation, or null if it cannot be stored. A translation must be a well-formed
 * string without U+0000. It may be empty only if the source text is empty.
 */
export function acceptTranslation(value: unknown, sourceBody: string): string | null {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return null;
  return value.trim() === '' && sourceBody.trim() !== '' ? null : value;
}

/**
 * Returns the translations in a response, which must contain one translation for each text.
 * @throws EngineError
 */
export function readTranslations(label: string, list: unknown, count: number): unknown[] {
  if (!Array.isArray(list)) throw badResponse(`${label} did not return translations`);
  if (list.length === count) return list;
  throw badResponse(`${label} returned ${list.length} translations for ${count} strings`);
}

/**
 * In an `xml` body, escapes each `&` that begins no entity, and each `<` that begins no tag `g`, `t` or `x` (XML
 * 1.0 §2.4). Language models and DeepL's older tag handling leave these characters unescaped.
 */
export function escapeStrayXml(body: string): string {
  return body
    .replace(/&(?!(?:[a-zA-Z]\w*|#\d+|#x[\da-fA-F]+);)/g, '&amp;')
    .replace(/<(?!\s*(?:\/\s*)?[gtx]\b[^<>]*>)/gi, '&lt;');
}

/** Returns a value from a response if it is an object. Returns undefined for other values. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Returns a value from a response if it is a string, and an empty string otherwise. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
