/*
 * A value has no stored id. The API derives its id from the id of the key: the last 16 bits become
 * the number of the locale.
 */

/**
 * Number of hexadecimal digits at the end of a value's id that contain the number of the locale.
 */
const LOCALE_DIGITS = 4;
const KEY_DIGITS = 36 - LOCALE_DIGITS;
/** Maximum number of a locale, which is the maximum of PostgreSQL's smallint. */
export const LAST_LOCALE_ID = 32_767;

export const valueIdOf = (keyId: string, localeId: number): string =>
  keyId.slice(0, KEY_DIGITS) + localeId.toString(16).padStart(LOCALE_DIGITS, '0');

/**
 * Returns the id of the key and the number of the locale. If the id is not the id of a value, the number is 0,
 * which no locale has.
 */
export function placeOfValue(valueId: string): { keyId: string; localeId: number } {
  const number = Number.parseInt(valueId.slice(KEY_DIGITS), 16);
  const keyId = valueId.slice(0, KEY_DIGITS) + '0'.repeat(LOCALE_DIGITS);
  return { keyId, localeId: number > LAST_LOCALE_ID ? 0 : number };
}
