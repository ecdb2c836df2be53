import { EngineError } from '../engine.ts';
import { UntranslatableError } from '../html/html-engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import type { ServiceLanguages } from '../locale-codes.ts';

export const LABEL = 'LibreTranslate';
/**
 * Delay after a rate limit error, in milliseconds. Limits are per minute. The server states no
 * delay and bans clients that ignore its limits.
 */
const RATE_LIMIT_WAIT_MS = 20_000;
const BAN_WAIT_MS = 10 * 60_000;

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

export function readLanguages(body: unknown): ServiceLanguages {
  if (!Array.isArray(body)) throw badResponse(`${LABEL} did not return a list of languages`);
  const rows = body.map(asObject);
  const codes = rows.map((row) => asText(row?.code)).filter((code) => code !== '');
  return new Map(
    rows.map((row) => {
      const targets: unknown = row?.targets;
      return [asText(row?.code), Array.isArray(targets) ? targets.map(asText) : codes];
    }),
  );
}
