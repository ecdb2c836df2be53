import { type Beside, findEvidence } from '../patch/conventions.ts';
import { requireText } from '../text/utf8.ts';

export interface Spelling {
  /**
   * Matches characters that must be escaped because of the encoding of the file. Null if the
   * encoding requires no escapes.
   */
  readonly unwritable: RegExp | null;
}

export const UTF_8: Spelling = { unwritable: null };
export const ASCII: Spelling = { unwritable: /[\u0080-\uffff]/g };
export const LATIN_1: Spelling = { unwritable: /[\u0100-\uffff]/g };

const hasRaw = (file: string): boolean => /^(?![ \t\f]*[#!]).*[\u0080-\uffff]/m.test(file);
const hasEscapes = (file: string): boolean => /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(file);

/**
 * Returns the spelling of a file. If the file has neither escapes nor characters outside of ASCII, returns the
 * spelling of the files beside it.
 */
export function spellingOf(file: string, isLatin1: boolean, options: Beside = {}): Spelling {
  const evidence = findEvidence(file, options, (text) => hasRaw(text) || hasEscapes(text));
  if (hasRaw(evidence)) return isLatin1 ? LATIN_1 : UTF_8;
  return isLatin1 || hasEscapes(evidence) ? ASCII : UTF_8;
}

const LETTERS: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\f': '\\f',
};
const ALWAYS = /[\\\u0001-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;

export const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function encode(text: string, name: string, { unwritable }: Spelling): string {
  requireText(text, name);
  const escaped = text.replace(ALWAYS, (unit) =>
    unit === '\\' ? '\\\\' : (LETTERS[unit] ?? escapeUnit(unit)),
  );
  return unwritable === null ? escaped : escaped.replace(unwritable, escapeUnit);
}

const PLAIN_KEY = /^[\w.-]+$/;
const PLAIN_VALUE = /^[!-9;<>-[\]-~](?:[ -[\]-~]*[!-[\]-~])?$/;

export const escapeValue = (text: string, name: string, spelling: Spelling): string =>
  PLAIN_VALUE.test(text)
    ? text
    : encode(text, name, spelling)
        .replace(/ $/, '\\u0020')
        .replace(/^[ =:]/, '\\$&');

export const escapeKey = (name: string, spelling: Spelling): string =>
  PLAIN_KEY.test(name)
    ? name
    : encode(name, name, spelling).replace(/[ =:]/g, '\\$&').replace(/^[#!]/, '\\$&');
