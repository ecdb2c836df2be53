import { limitDelay } from '../../exchange.ts';
import { EngineError } from '../engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, rejectedKey } from '../http/http-answer.ts';

const TOO_LARGE =
  /too long|too many text segments|payload size exceeds|token count|maximum number of tokens/i;

/**
 * Returns the error for an unsuccessful response of a Google API (cloud.google.com/apis/design,
 * "Errors"). Older services state reasons as `errors`, and newer services as `details`.
 */
export function explainGoogleError(
  label: string,
  { status, body, retryAfterMs }: HttpAnswer,
): EngineError | undefined {
  const error = asObject(asObject(body)?.error);
  const said = asText(error?.message);
  const details = listObjects(error?.details);
  const reasons = [...details, ...listObjects(error?.errors)].map(({ reason }) => asText(reason));
  const has = (...names: string[]) => names.some((name) => reasons.includes(name));
  const isForbidden = status === 403;
  const lacksCondition = asText(error?.status) === 'FAILED_PRECONDITION';
  if (
    has('dailyLimitExceeded', 'quotaExceeded', 'BILLING_DISABLED', 'accountDisabled') ||
    listQuotaIds(details).some((id) => /PerDay/i.test(id)) ||
    (status === 429 && /\blimit '[^']*\bper day\b/i.test(said)) ||
    /credits are depleted/i.test(said) ||
    ((isForbidden || lacksCondition) && /daily limit|billing/i.test(said))
  )
    return new EngineError('engine_quota', `${label}: the quota of the account is exhausted`);
  if (
    status === 429 ||
    has('rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED') ||
    (isForbidden && /rate limit exceeded/i.test(said))
  ) {
    return new EngineError('engine_rate_limited', `${label}: too many requests`, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? readRetryDelay(details),
    });
  }
  if (has('API_KEY_INVALID', 'API_KEY_SERVICE_BLOCKED', 'ACCESS_TOKEN_EXPIRED'))
    return rejectedKey(label);
  if (has('SERVICE_DISABLED'))
    return new EngineError('engine_auth', `${label}: the API is not enabled in the project`);
  if (status === 400 && TOO_LARGE.test(said))
    return new EngineError('too_large', `${label}: the request is too large`);
  return undefined;
}

function listObjects(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asObject).filter((member) => member !== undefined) : [];
}

/** Returns the names of quotas in `google.rpc.QuotaFailure`, and in the metadata of `google.rpc.ErrorInfo`. */
function listQuotaIds(details: readonly Readonly<Record<string, unknown>>[]): string[] {
  const violated = details.flatMap(({ violations }) => listObjects(violations));
  const limits = details.map(({ metadata }) => asObject(metadata)?.quota_limit);
  return [...violated.map(({ quotaId }) => quotaId), ...limits].map(asText);
}

/** Returns the delay of `google.rpc.RetryInfo` in milliseconds. The field is a number of seconds, as in `3.5s`. */
function readRetryDelay(details: readonly Readonly<Record<string, unknown>>[]): number | undefined {
  const delay = details.map(({ retryDelay }) => asText(retryDelay)).find((text) => text !== '');
  const seconds = /^(\d+(?:\.\d{1,9})?)s$/.exec(delay ?? '')?.[1];
  return seconds === undefined ? undefined : limitDelay(Number(seconds) * 1_000);
}
