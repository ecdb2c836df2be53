/**
 * The parts of the Apertium stream format that the engine uses
 * (wiki.apertium.org/wiki/Apertium_stream_format). `\` escapes a character, `[…]` is a superblank,
 * and `[[…]]word[[/]]` is a word-bound blank. `*`, `#` and `@` before a word are marks of the
 * pipeline: the word is unknown, could not be inflected, or is missing in the bilingual dictionary.
 */

export interface StreamToken {
  readonly kind: 'escape' | 'bound' | 'blank' | 'text' | 'stray';
  readonly value: string;
}

// Matches one token. Each alternative ends at the next bracket or backslash, so the scan takes
// linear time.
const TOKEN = /\\.|\[\[(?:\\.|[^[\]\\])*\]\]|\[(?:\\.|[^[\]\\])*\]|[^[\]\\]+|./gsu;

/**
 * Splits a text in the stream format into tokens. A `stray` token is a bracket or backslash that
 * violates the format.
 */
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
const SPECIAL = /[@^$/<>{}*#~'‘’]/g;
const MARKS_AND_WAKER = '*#~';
const QUOTES = "'‘’";
/** Matches the start of superblanks that the engine adds. */
const OWN_BLANK = /^\[<\/?q/;
const GUARD = /^\[<q([*#~'‘’])>\]$/u;
/**
 * Matches the characters with which the pipeline marks words. The engine escapes these characters in the texts of
 * users.
 */
const MARK = /[*#@]/g;
const MARKED_WORD = /[*#@]([\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*)/gu;

export type PreparedBody =
  | { readonly stream: string; readonly hasLetters: boolean }
  | { readonly problem: string };

/**
 * Converts a text to the stream format. Escapes reserved characters, and puts characters that the
 * pipeline would misread into superblanks. If the text cannot be represented, `problem` is the
 * reason.
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
 * Creates a writer that protects characters that the pipeline misreads. The pipeline takes `*` and
 * `#` for its own marks, drops `~` (lttoolbox 3.7), and splits `'size'` into `'s ize'`.
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
  readonly body: string;
  /** Words that the pipeline marked, in order and without duplicates. */
  readonly unknownWords: readonly string[];
}

/** Removes marks and added superblanks from an answer of the pipeline. */
export function readAnswer(answer: string): ReadAnswer {
  const unknownWords = new Set<string>();
  let body = '';
  let isBound = false;
  for (const { kind, value } of readStream(answer)) {
    if (kind === 'bound') isBound = value !== '[[/]]';
    if (kind !== 'text') {
      const guarded = GUARD.exec(value)?.[1];
      if (guarded === undefined) body += value;
      else body += MARKS_AND_WAKER.includes(guarded) ? `\\${guarded}` : guarded;
      continue;
    }
    // Ignores unknown words in glossary terms, because the translation of the term replaces them
    // later.
    if (!isBound)
      for (const [, word] of value.matchAll(MARKED_WORD)) if (word) unknownWords.add(word);
    body += value.replace(MARK, '');
  }
  return { body, unknownWords: [...unknownWords] };
}

/** Removes the last full stop that is outside of superblanks. */
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
