import { EngineError } from '../engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { allPairs, type ServiceLanguages } from '../locale-codes.ts';
import { explainGoogleError } from './google-error.ts';

export const LABEL = 'Google Translate';

export function explainTranslateError(answer: HttpAnswer): EngineError | undefined {
  const said = asText(asObject(asObject(answer.body)?.error)?.message);
  if (answer.status === 400 && /language (?:pair|is invalid)|language code/i.test(said))
    return new EngineError('unsupported_pair', `${LABEL} does not translate this pair`);
  return explainGoogleError(LABEL, answer);
}

/** Delay, in milliseconds, until a glossary that is being created may be ready. */
const GLOSSARY_WAIT_MS = 5_000;

/**
 * Returns the error if Google does not find a glossary that was just created or listed, because another process of the
 * service may still be creating it. Returns undefined if something else is missing.
 */
export function explainMissingGlossary({ body }: HttpAnswer): EngineError | undefined {
  if (!/glossary/i.test(asText(asObject(asObject(body)?.error)?.message))) return undefined;
  return new EngineError('engine_unavailable', `${LABEL}: the glossary is not ready`, {
    retryable: true,
    retryAfterMs: GLOSSARY_WAIT_MS,
  });
}

export function readGoogleLanguages(body: unknown): ServiceLanguages {
  const list: unknown = asObject(body)?.languages;
  if (!Array.isArray(list)) throw badResponse(`${LABEL} did not return a list of languages`);
  const codesWith = (support: string) =>
    list
      .map(asObject)
      .filter((row) => row?.[support] === true)
      .map((row) => asText(row?.languageCode));
  return allPairs(codesWith('supportSource'), codesWith('supportTarget'));
}

export function readGoogleTranslations(body: unknown): unknown {
  // If a glossary was used, `translations` contains the translations without the glossary.
  const answer = asObject(body);
  const list: unknown = answer?.glossaryTranslations ?? answer?.translations;
  if (!Array.isArray(list)) return undefined;
  return list.map((entry: unknown) => asObject(entry)?.translatedText);
}
