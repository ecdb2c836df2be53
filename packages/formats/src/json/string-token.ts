import type { FormatError } from '../format.ts';
import { isHighSurrogate, isLongerThan } from '../text/utf8.ts';
import type { JsonTokenLimits } from './token-limits.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const HEX = /^[0-9a-fA-F]{4}$/;
// Matches U+0000 and unpaired surrogates. With the flag `u`, paired surrogates do not match.
const UNSTORABLE = /[\0\ud800-\udfff]/u;

interface StringFaults {
  malformed(at: number, message: string): FormatError;
  refused(message: string): FormatError;
}

/** Reads the strings of a {@link JsonTokenizer}. A string may be split over several pieces. */
export class StringToken {
  sink: ((piece: string) => void) | null = null;
  faultInSink: ((message: string, text: string, index: number) => FormatError) | null = null;
  /** True while the string is the name of a member. */
  isMember = false;
  readonly #limits: JsonTokenLimits;
  readonly #faults: StringFaults;
  #text = '';
  #hasEscape = false;
  #isSinking = false;
  /** Start of an escape sequence that the next piece continues. */
  #cutEscape = '';

  constructor(limits: JsonTokenLimits, faults: StringFaults) {
    this.#limits = limits;
    this.#faults = faults;
  }

  begin(isMember: boolean): void {
    this.isMember = isMember;
    if (!isMember) this.#isSinking = this.sink !== null;
  }

  takeCutEscape(): string {
    const cut = this.#cutEscape;
    this.#cutEscape = '';
    return cut;
  }

  /**
   * Reads a string from offset `start` of a piece. Returns the offset after the closing quote.
   * Returns -1 if the string continues in the next piece.
   */
  read(text: string, start: number): number {
    const end = text.length;
    let at = start;
    for (;;) {
      const from = at;
      let code = 0;
      while (at < end) {
        code = text.charCodeAt(at);
        if (code === QUOTE || code === BACKSLASH || code < SPACE) break;
        at += 1;
      }
      if (at < end && code === QUOTE) {
        const run = text.slice(from, at);
        this.#text = this.#text === '' ? run : this.#text + run;
        return at + 1;
      }
      if (at > from) this.#add(text.slice(from, at));
      if (at < end && code !== BACKSLASH) throw this.#controlCharacter(code, at);
      if (at < end) at = this.#readEscape(text, at);
      if (at >= end) {
        if (this.#isSinking) this.#flushToSink();
        return -1;
      }
    }
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    if (this.#hasEscape) this.#checkEscaped(text);
    const limit = this.#limit;
    if (!this.#isSinking && text.length > limit && isLongerThan(text, limit)) throw this.#tooLong();
    if (!this.isMember) this.#isSinking = false;
    return text;
  }

  get #limit(): number {
    return this.isMember ? this.#limits.memberLength : this.#limits.valueLength;
  }

  /**
   * Reads the escape sequence at offset `at`. Returns the offset after the sequence, or the length
   * of the piece if the sequence continues in the next piece.
   */
  #readEscape(text: string, at: number): number {
    const letter = text.charAt(at + 1);
    this.#hasEscape = true;
    const size = letter === 'u' ? 6 : 2;
    if (text.length < at + size) {
      this.#cutEscape = text.slice(at);
      return text.length;
    }
    if (letter === 'u') {
      const digits = text.slice(at + 2, at + 6);
      if (!HEX.test(digits))
        throw this.#faults.malformed(at, 'the escape \\u needs four hexadecimal digits');
      this.#add(String.fromCharCode(Number.parseInt(digits, 16)));
    } else {
      const character = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
      if (character === undefined) {
        const source = JSON.stringify(`\\${letter}`);
        throw this.#faults.malformed(at, `there is no escape ${source} in JSON`);
      }
      this.#add(character);
    }
    return at + size;
  }

  #add(run: string): void {
    this.#text += run;
    if (!this.#isSinking && this.#text.length > this.#limit * 2) throw this.#tooLong();
  }

  /**
   * Passes on the text so far. A high surrogate at the end is kept until the next piece, which may
   * contain its low surrogate.
   */
  #flushToSink(): void {
    let piece = this.#text;
    this.#text = '';
    if (piece !== '' && isHighSurrogate(piece.charCodeAt(piece.length - 1))) {
      this.#text = piece.slice(-1);
      piece = piece.slice(0, -1);
    }
    if (piece === '') return;
    if (this.#hasEscape) {
      this.#checkEscaped(piece);
      this.#hasEscape = this.#text !== '' || this.#cutEscape !== '';
    }
    this.sink?.(piece);
  }

  #checkEscaped(text: string): void {
    this.#hasEscape = false;
    const index = text.search(UNSTORABLE);
    if (index === -1) return;
    const what = text[index] === '\0' ? 'U+0000, which cannot be stored' : 'an unpaired surrogate';
    const message = `the string contains ${what}`;
    const inSink = this.#isSinking ? this.faultInSink : null;
    throw inSink ? inSink(message, text, index) : this.#faults.refused(message);
  }

  #tooLong(): FormatError {
    return this.#faults.refused(
      this.isMember
        ? `a member name has more than ${this.#limits.memberLength} characters`
        : `the string has more than ${this.#limits.valueLength} characters`,
    );
  }

  #controlCharacter(code: number, at: number): FormatError {
    const hex = code.toString(16).toUpperCase().padStart(4, '0');
    return this.#faults.malformed(at, `U+${hex} in a string must be written as an escape`);
  }
}
