import { EngineError, failedSegment, type Segment, type SegmentResult } from '../engine.ts';
import type { HttpAnswer } from '../http.ts';
import { acceptTranslation, asObject, asText, readTranslations } from '../http-answer.ts';
import { encodeLibreMarkup, type LibreMarkup } from './markup.ts';

export const LABEL = 'LibreTranslate';
/**
 * Delay after a rate limit error, in milliseconds. Limits are per minute. The server states no
 * delay and bans clients that ignore its limits.
 */
const RATE_LIMIT_WAIT_MS = 20_000;
const BAN_WAIT_MS = 10 * 60_000;

export interface EncodedSegment {
  readonly segment: Segment;
  readonly markup: LibreMarkup;
}

/** Thrown if the server cannot translate one of the texts of a request. */
export class UntranslatableError extends EngineError {}

/**
 * Returns the error for an unsuccessful response. LibreTranslate describes most errors only in the
 * text of a 400 response (its `app.py`).
 */
export function explainLibreError({
  status,
  body,
  retryAfterMs,
}: HttpAnswer): EngineError | undefined {
  const said = asText(asObject(body)?.error);
  if (status === 429) {
    return new EngineError('engine_rate_limited', `${LABEL}: too many requests`, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? RATE_LIMIT_WAIT_MS,
    });
  }
  if (status === 403 && /violations/i.test(said)) {
    return new EngineError('engine_rate_limited', `${LABEL} temporarily banned this host`, {
      retryable: true,
      retryAfterMs: BAN_WAIT_MS,
    });
  }
  if (status === 400 && /exceeds text limit/i.test(said))
    return new EngineError('too_large', `${LABEL}: the request is too large`);
  if (status === 400 && /API key/i.test(said))
    return new EngineError('engine_auth', `${LABEL} requires an API key`);
  if (status === 400 && /not supported|not available/i.test(said))
    return new EngineError('unsupported_pair', `${LABEL} does not translate this pair`);
  if (status === 500 && /^Cannot translate text/i.test(said))
    return new UntranslatableError(
      'engine_bad_response',
      `${LABEL} failed to translate this string`,
    );
  return undefined;
}

function toResult({ segment, markup }: EncodedSegment, text: unknown): SegmentResult {
  const accepted = acceptTranslation(text, segment.body);
  if (accepted === null)
    return failedSegment(segment, `${LABEL} did not return a usable translation`);
  const body = markup.restore(accepted);
  return body === null
    ? failedSegment(segment, `${LABEL} broke a placeholder`)
    : { id: segment.id, body };
}

export function readResults(body: unknown, segments: readonly EncodedSegment[]): SegmentResult[] {
  const list = readTranslations(LABEL, asObject(body)?.translatedText, segments.length);
  return segments.map((segment, index) => toResult(segment, list[index]));
}

export const encodeSegment = (segment: Segment): EncodedSegment => ({
  segment,
  markup: encodeLibreMarkup(segment.body),
});
