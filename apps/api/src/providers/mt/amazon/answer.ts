import { EngineError } from '../engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText } from '../http/http-answer.ts';

export const LABEL = 'Amazon Translate';

/** Codes of the languages (docs.aws.amazon.com/translate, "Supported languages"). */
export const AMAZON_LANGUAGES: readonly string[] =
  `af sq am ar hy az bn bs bg ca zh zh-TW hr cs da fa-AF nl en et fa tl fi fr fr-CA ka de el gu ht ha
  he hi hu is id ga it ja kn kk ko lv lt mk ms ml mt mr mn no ps pl pt pt-PT pa ro ru sr si sk sl so es
  es-MX sw sv ta te th tr uk ur uz vi cy`.split(/\s+/);

/** Error codes that concern the key or the rights of its user. */
const AUTH =
  /^(?:AccessDenied|UnrecognizedClient|InvalidSignature|IncompleteSignature|InvalidClientTokenId|MissingAuthenticationToken|ExpiredToken|RequestExpired|OptInRequired|SubscriptionRequired|NotAuthorized)/;

/**
 * Returns the error for an unsuccessful response. Amazon answers most errors with 400 and states a
 * code as `__type`, which may begin with a namespace and `#`.
 */
export function explainAmazonError({ body, retryAfterMs }: HttpAnswer): EngineError | undefined {
  const code = errorCodeOf({ body });
  if (/^(?:Throttling|TooManyRequests|LimitExceeded|RequestLimitExceeded)/.test(code)) {
    const retry = { retryable: true, retryAfterMs };
    return new EngineError('engine_rate_limited', `${LABEL}: too many requests`, retry);
  }
  if (/^TextSizeLimitExceeded/.test(code))
    return new EngineError('too_large', `${LABEL}: the request is too large`);
  if (/^UnsupportedLanguagePair/.test(code))
    return new EngineError('unsupported_pair', `${LABEL} does not translate this pair`);
  // Two processes may import the same terminology at once.
  if (
    /^(?:ServiceUnavailable|InternalServer|InternalFailure|ConcurrentModification|Conflict)/.test(
      code,
    )
  ) {
    const retry = { retryable: true, retryAfterMs };
    return new EngineError('engine_unavailable', `${LABEL} is not available`, retry);
  }
  if (AUTH.test(code)) return new EngineError('engine_auth', `${LABEL} rejected the key`);
  return undefined;
}

/** Returns the error code of an unsuccessful response, without its namespace. */
export function errorCodeOf({ body }: Pick<HttpAnswer, 'body'>): string {
  const answer = asObject(body);
  return (asText(answer?.__type) || asText(answer?.code)).split('#').at(-1) ?? '';
}

/** Returns the translation in a response as a list. Undefined if there is none. */
export function readAmazonTranslation(body: unknown): unknown {
  const text = asObject(body)?.TranslatedText;
  return typeof text === 'string' ? [text] : undefined;
}
