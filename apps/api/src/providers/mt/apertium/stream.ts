/**
 * The Apertium stream format, as far as an engine's input and output use it
 * (wiki.apertium.org/wiki/Apertium_stream_format): `\` escapes, `[…]` is a superblank,
 * `[[…]]word[[/]]` a word-bound blank; `*`, `#` and `@` before a word are the pipeline's marks for
 * a word that is unknown, could not be inflected, or is missing in the bilingual dictionary.
 */

export interface StreamToken {
  readonly kind: 'escape' | 'bound' | 'blank' | 'text' | 'stray';
  readonly value: string;
}

// Every alternative ends at the next bracket or backslash, so the scan is linear.
const TOKEN = /\\.|\[\[(?:\\.|[^[\]\\])*\]\]|\[(?:\\.|[^[\]\\])*\]|[^[\]\\]+|./gsu;

/** Splits stream text into tokens. A `stray` token is a bracket or backslash that makes the text ill-formed. */
export function* readStream(stream: string): Generator<StreamToken> {
  for (const [value] of stream.matchAll(TOKEN)) yield { kind: classify(value), value };
}

function classify(value: string): StreamToken['kind'] {
  const first = value[0];
  if (first !== '\\' && first !== '[' && first !== ']') return 'text';
  if (value.length === 1) return 'stray';
  if (first === '\\') return 'escape';
  return value.startsWith('[[') ? 'bound' : 'blank';
}

const LETTER = /\p{L}/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Characters that the format reserves, and characters that {@link createWriter} inspects. */
const SPECIAL = /[@^$/<>{}*#~'‘’]/g;
const MARKS_AND_WAKER = '*#~';
const QUOTES = "'‘’";
/** Superblanks that the engine adds: request marks and guards. */
const OWN_BLANK = /^\[<\/?q/;
const GUARD = /^\[<q([*#~'‘’])>\]$/u;
/** Marks that the pipeline adds. The same characters in a user's text are guarded or escaped. */
const MARK = /[*#@]/g;
const MARKED_WORD = /[*#@]([\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*)/gu;

export type PreparedBody =
  | { readonly stream: string; readonly hasLetters: boolean }
  | { readonly problem: string };

/**
 * Makes a rendered body safe to send. Reserved characters are escaped unless they already are, and characters that the
 * pipeline would misread travel in superblanks. `problem` says why a body cannot be stream text at all.
 */
export function prepareBody(body: string): PreparedBody {
  if (body.includes('\0')) return { problem: 'it holds U+0000' };
  const writer = createWriter();
  let hasLetters = false;
  let isBound = false;
  for (const { kind, value } of readStream(body)) {
    if (kind === 'stray') return { problem: `a "${value}" has no partner` };
    if (kind === 'bound') {
      const closes = value === '[[/]]';
      if (closes !== isBound) return { problem: `"${value}" does not pair up` };
      isBound = !closes;
    }
    if (kind === 'blank' && OWN_BLANK.test(value))
      return { problem: `"${value}" is the engine's own` };
    if (kind === 'bound' || kind === 'blank') writer.addBlank(value);
    else if (kind === 'text') writer.addText(value);
    else writer.addEscape(value);
    hasLetters ||= (kind === 'text' || kind === 'escape') && LETTER.test(value);
  }
  if (isBound) return { problem: 'a word-bound blank is left open' };
  return { stream: writer.finish(), hasLetters };
}

/**
 * Guards characters that the pipeline misreads: `*` and `#` as its own marks, `~` not at all (lttoolbox 3.7), and an
 * apostrophe at either end of a quotation as a contraction (`'size'` as `'s ize'`). Apostrophes inside words stay.
 */
function createWriter() {
  let stream = '';
  let last = '';
  let openQuotes = 0;

  function isMisread(character: string, before: string, after: string): boolean {
    if (MARKS_AND_WAKER.includes(character)) return true;
    const followsWord = WORD_CHARACTER.test(before);
    const precedesWord = WORD_CHARACTER.test(after);
    if (!followsWord) {
      if (precedesWord) openQuotes++;
      return true;
    }
    if (precedesWord || openQuotes === 0) return false;
    openQuotes--;
    return true;
  }

  function addText(text: string): void {
    stream += text.replace(SPECIAL, (character, at: number) => {
      if (!MARKS_AND_WAKER.includes(character) && !QUOTES.includes(character))
        return `\\${character}`;
      const before = at === 0 ? last : (text[at - 1] ?? '');
      return isMisread(character, before, text[at + 1] ?? '') ? `[<q${character}>]` : character;
    });
    last = text.at(-1) ?? '';
  }

  return {
    addText,
    addEscape(escaped: string): void {
      const character = escaped.slice(1);
      if (MARKS_AND_WAKER.includes(character)) {
        addText(character);
        return;
      }
      stream += escaped;
      last = character;
    },
    addBlank(blank: string): void {
      stream += blank;
      last = '';
    },
    finish: () => stream,
  };
}

export interface ReadAnswer {
  /** Stream text in the caller's spelling, without marks and guards. */
  readonly body: string;
  /** Words that came back with a mark, in order and without duplicates. */
  readonly unknownWords: readonly string[];
}

/** Removes the marks and the guards from an answer. */
export function readAnswer(answer: string): ReadAnswer {
  const unknownWords = new Set<string>();
  let body = '';
  let isBound = false;
  for (const { kind, value } of readStream(answer)) {
    if (kind === 'bound') isBound = value !== '[[/]]';
    if (kind !== 'text') {
      const guarded = GUARD.exec(value)?.[1];
      // The value is escaped, so that the text's own characters are not read as a mark.
      if (guarded === undefined) body += value;
      else body += MARKS_AND_WAKER.includes(guarded) ? `\\${guarded}` : guarded;
      continue;
    }
    // The glossary replaces this word with its translation later, so it does not matter that it is unknown.
    if (!isBound)
      for (const [, word] of value.matchAll(MARKED_WORD)) if (word) unknownWords.add(word);
    body += value.replace(MARK, '');
  }
  return { body, unknownWords: [...unknownWords] };
}

/** Removes the last full stop outside superblanks from stream text. */
export function dropLastStop(stream: string): string {
  let at = 0;
  let stop = -1;
  for (const { kind, value } of readStream(stream)) {
    const found = kind === 'text' ? value.lastIndexOf('.') : -1;
    if (found !== -1) stop = at + found;
    at += value.length;
  }
  return stop === -1 ? stream : stream.slice(0, stop) + stream.slice(stop + 1);
}
