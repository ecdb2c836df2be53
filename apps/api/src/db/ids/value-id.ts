/* A value has no stored id. In the API it has the id of its key with the number of its locale in the last 16 bits. */

/** The hexadecimal digits of a key's id that are zero, for the number of a locale. */
const LOCALE_DIGITS = 4;
const KEY_DIGITS = 36 - LOCALE_DIGITS;
/** The highest number of a locale, PostgreSQL's largest smallint. */
export const LAST_LOCALE_ID = 32_767;

/** Returns the id of a key's value in a locale. */
export const valueIdOf = (keyId: string, localeId: number): string =>
  keyId.slice(0, KEY_DIGITS) + localeId.toString(16).padStart(LOCALE_DIGITS, '0');

/**
 * Returns the key and the locale of a value. The locale is 0, which no locale has, if the id cannot belong to a value.
 */
export function placeOfValue(valueId: string): { keyId: string; localeId: number } {
  const number = Number.parseInt(valueId.slice(KEY_DIGITS), 16);
  const keyId = valueId.slice(0, KEY_DIGITS) + '0'.repeat(LOCALE_DIGITS);
  return { keyId, localeId: number > LAST_LOCALE_ID ? 0 : number };
}
