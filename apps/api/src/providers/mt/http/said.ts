import { asObject, asText } from './http-answer.ts';

const QUOTED_LENGTH = 300;
/** Maximum length of a provider's message that is searched for secrets. */
const READ_LENGTH = 2_000;
/** Minimum length of a part of a secret that is removed too. */
const PART_LENGTH = 6;
const UNSEEN = /[\s\p{Cc}\p{Cf}]+/gu;

/** Returns the provider's message in an error response, from the members that providers use for it. */
export function messageOf(body: unknown): string {
  // Gemini's endpoint with OpenAI's API wraps its error in a list.
  const outer = asObject(Array.isArray(body) ? body[0] : body);
  const error = asObject(outer?.error);
  const [detail] = Array.isArray(outer?.detail) ? outer.detail : [outer?.detail];
  const said = [
    error?.message,
    outer?.error,
    outer?.message,
    outer?.Message,
    detail,
    asObject(detail)?.msg,
  ];
  return said.map(asText).find((text) => text.trim() !== '') ?? '';
}

const WRONG_KEY =
  /\b(?:incorrect|invalid|wrong|missing|expired|revoked|no valid) (?:x-)?api[ _-]?key\b|\bapi[ _-]?key (?:is |was |has )?(?:not valid|not found|invalid|incorrect|wrong|missing|expired|revoked)\b|\bAPI_KEY_INVALID\b/i;

/** True if a provider's message says that the API key is wrong. Some providers send such a message with status 400. */
export const saysWrongKey = (message: string): boolean =>
  WRONG_KEY.test(message.slice(0, QUOTED_LENGTH));

/** Matches words that may be a key if they contain a digit. */
const LONG_WORD = /[\w.~-]{20,}/g;

/**
 * Returns the beginning of a text on one line, without secrets, parts of secrets and values that the provider masked.
 * If the text is about the key, also removes everything that looks like a key, because the text may name an older key.
 */
export function quote(text: string, secrets: readonly string[], isAboutKey: boolean): string {
  const redacted = redact(text.slice(0, READ_LENGTH), secrets);
  const clean = redacted
    .replace(LONG_WORD, (word) => (isAboutKey && /\d/.test(word) ? '***' : word))
    .replace(/\S+/g, (word) => (word.includes('**') ? '***' : word))
    .replace(/[\w+/=-]+/g, (word) => (isPartOf(secrets, word) ? '***' : word));
  const characters = [...clean.replace(UNSEEN, ' ').trim()];
  return characters.length > QUOTED_LENGTH
    ? `${characters.slice(0, QUOTED_LENGTH).join('')}…`
    : characters.join('');
}

export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')]);
  return forms.reduce((clean, form) => clean.replaceAll(form, '***'), text);
}

function isPartOf(secrets: readonly string[], word: string): boolean {
  const long = secrets.filter((secret) => secret.length > PART_LENGTH);
  for (let index = 0; index + PART_LENGTH <= word.length; index++) {
    const part = word.slice(index, index + PART_LENGTH);
    if (long.some((secret) => secret.includes(part))) return true;
  }
  return false;
}
