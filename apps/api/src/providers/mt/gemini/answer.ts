import { EngineError } from '../engine.ts';
import { explainGoogleError } from '../google/google-error.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { outOfTokens, refused, unknownModel } from '../model/model-errors.ts';

export const LABEL = 'Gemini';

/** Reasons for which the service ends an answer because of its content. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
]);

export function explainGeminiError(answer: HttpAnswer): EngineError | undefined {
  if (answer.status === 404 && asObject(asObject(answer.body)?.error) !== undefined)
    return unknownModel(LABEL);
  const explained = explainGoogleError(LABEL, answer);
  if (explained !== undefined) return explained;
  const { status } = asObject(asObject(answer.body)?.error) ?? {};
  // For example, the service is not available in the country (ai.google.dev, "Troubleshooting").
  if (status === 'FAILED_PRECONDITION')
    return new EngineError('engine_auth', `${LABEL} does not serve this account or region`);
  return undefined;
}

/** Returns the text of a response, without the thoughts of the model. */
export function readGeneration(body: unknown): string {
  const response = asObject(body);
  if (asText(asObject(response?.promptFeedback)?.blockReason) !== '') throw refused(LABEL);
  const candidates: unknown = response?.candidates;
  const candidate = asObject(Array.isArray(candidates) ? candidates[0] : undefined);
  if (candidate === undefined) throw badResponse(`${LABEL} did not return a candidate`);
  const reason = candidate.finishReason;
  if (REFUSALS.has(reason)) throw refused(LABEL);
  if (reason === 'MAX_TOKENS') throw outOfTokens(LABEL);
  const parts: unknown = asObject(candidate.content)?.parts;
  const text = (Array.isArray(parts) ? parts : [])
    .map(asObject)
    .map((part) => (part?.thought === true ? '' : asText(part?.text)))
    .join('');
  if (text.trim() === '') throw badResponse(`${LABEL} returned an empty candidate`);
  return text;
}
