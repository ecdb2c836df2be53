import { EngineError } from '../engine.ts';

/** Thrown if the model or a content filter refuses to translate something in the request. */
export class RefusedError extends EngineError {}

export const refused = (label: string): RefusedError =>
  new RefusedError('engine_bad_response', `${label} refused to translate this string`);

export const outOfQuota = (label: string): EngineError =>
  new EngineError('engine_quota', `${label}: the quota of the account is exhausted`);

export const beyondContext = (label: string): EngineError =>
  new EngineError('too_large', `${label}: the request exceeds the context of the model`);

export const outOfTokens = (label: string): EngineError =>
  new EngineError('too_large', `${label} ran out of tokens`);

export const unknownModel = (label: string): EngineError =>
  new EngineError('engine_unavailable', `${label}: the server does not have this model`);

/** True if a message says that the account cannot pay. Some providers report this as a rate limit. */
export const saysOutOfCredit = (message: string): boolean =>
  /\b(?:out of|used all(?: available)?|insufficient) (?:credits?|balance|funds)\b|\bcredit balance\b|\bspend(?:ing)? limit\b/i.test(
    message,
  );
