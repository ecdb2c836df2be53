import { EngineError } from '../engine.ts';
import { UntranslatableError } from '../html/html-engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { allPairs, type OwnCodes, type ServiceLanguages } from '../locale-codes.ts';

export const LABEL = 'Azure Translator';
/** Delay, in milliseconds, until a custom translation system has started. */
const LOADING_WAIT_MS = 60_000;

/** Codes of languages for which Azure does not use the BCP 47 tag. */
export const AZURE_CODES: OwnCodes = {
  ckb: 'ku',
  ku: 'kmr',
  'fa-AF': 'prs',
  hmn: 'mww',
  lg: 'lug',
  ny: 'nya',
  rn: 'run',
};

const TOO_LARGE: ReadonlySet<number> = new Set([400050, 400072, 400077]);
const UNSUPPORTED: ReadonlySet<number> = new Set([400019, 400023, 400035, 400036, 400075, 400079]);
const BAD_TEXT: ReadonlySet<number> = new Set([400005, 400020]);
const LOADING = 408001;
const OUT_OF_QUOTA = 403001;

/**
 * Returns the error for an unsuccessful response. Azure states a code of six digits: the HTTP
 * status and the reason (learn.microsoft.com, "Translator response codes").
 */
export function explainAzureError({
  status,
  body,
  retryAfterMs,
}: HttpAnswer): EngineError | undefined {
  const error = asObject(asObject(body)?.error);
  const code = Number(error?.code);
  // The gateway in front of the service states only the HTTP status and "Out of call volume quota".
  if (code === OUT_OF_QUOTA || (status === 403 && /\bquota\b/i.test(asText(error?.message))))
    return new EngineError('engine_quota', `${LABEL}: the quota of the account is exhausted`);
  if (TOO_LARGE.has(code))
    return new EngineError('too_large', `${LABEL}: the request is too large`);
  if (UNSUPPORTED.has(code))
    return new EngineError('unsupported_pair', `${LABEL} does not translate this pair`);
  if (BAD_TEXT.has(code))
    return new UntranslatableError('engine_bad_response', `${LABEL} does not accept this string`);
  if (code === LOADING) {
    return new EngineError('engine_model_loading', `${LABEL}: the custom system is starting`, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? LOADING_WAIT_MS,
    });
  }
  return undefined;
}

export function readAzureLanguages(body: unknown): ServiceLanguages {
  const languages = asObject(asObject(body)?.translation);
  if (languages === undefined) throw badResponse(`${LABEL} did not return a list of languages`);
  return allPairs(Object.keys(languages));
}

/** Returns the translations in a response, which contains a list of translations for each text. */
export function readAzureTranslations(body: unknown): unknown {
  if (!Array.isArray(body)) return undefined;
  return body.map((entry: unknown) => {
    const translations: unknown = asObject(entry)?.translations;
    return asObject(Array.isArray(translations) ? translations[0] : undefined)?.text;
  });
}
