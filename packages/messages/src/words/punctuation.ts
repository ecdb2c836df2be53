/** Kind of punctuation at the end of a sentence, in any script. */
export type EndMark = 'stop' | 'ellipsis' | 'question' | 'exclamation' | 'colon' | null;

const MARKS: readonly (readonly [Exclude<EndMark, null>, string])[] = [
  ['stop', '.。．｡।۔։።᙮།။។᠃'],
  ['ellipsis', '…'],
  ['question', '?？؟\u037e՞፧'],
  ['exclamation', '!！՜'],
  ['colon', ':：፡៖'],
];
const MARK_OF = new Map(
  MARKS.flatMap(([mark, characters]) => [...characters].map((c) => [c, mark])),
);
const CLOSERS = new Set([...'"\'”’»«“)]）】」』›']);
/** Languages that write sentences without a full stop. */
const NO_STOP = new Set(['th', 'lo', 'km', 'my', 'bo']);

export function languageOf(locale: string): string {
  const end = locale.search(/[-_]/);
  return (end < 0 ? locale : locale.slice(0, end)).toLowerCase();
}

export interface Ending {
  readonly mark: EndMark;
  readonly start: number;
  readonly end: number;
}

const MAX_RUN = 16;

function markOf(char: string, locale: string): EndMark {
  if (char === ';' && languageOf(locale) === 'el') return 'question';
  return MARK_OF.get(char) ?? null;
}

/**
 * Returns the punctuation at the end of a text. Closing quotes, brackets and white space may follow
 * it.
 */
export function endingOf(text: string, locale: string): Ending {
  let end = text.trimEnd().length;
  while (end > 0 && CLOSERS.has(text[end - 1]!)) end--;
  const last = text[end - 1];
  const none = { mark: null, start: end, end } as const;
  if (last === undefined) return none;
  let start = end;
  let asks = false;
  let exclaims = false;
  while (start > 0 && end - start < MAX_RUN) {
    const mark = markOf(text[start - 1]!, locale);
    if (mark === null) break;
    asks ||= mark === 'question';
    exclaims ||= mark === 'exclamation';
    start--;
  }
  if (start === end) return none;
  if (asks) return { mark: 'question', start, end };
  if (exclaims) return { mark: 'exclamation', start, end };
  const mark = markOf(last, locale);
  const isDots = mark === 'stop' && text[end - 2] === last;
  return { mark: isDots ? 'ellipsis' : mark, start, end };
}

/** True if the translation ends with the wrong punctuation for its source text and language. */
export function endsDiffer(source: EndMark, target: EndMark, targetLocale: string): boolean {
  if (source === target) return false;
  const language = languageOf(targetLocale);
  if (target !== null && target !== 'stop') return true;
  if (source === 'question') return language !== 'hy' && !NO_STOP.has(language);
  if (source === 'exclamation') return language !== 'hy';
  return !(NO_STOP.has(language) && (source === 'stop' || source === null));
}

// Punctuation marks by language. CLDR does not contain them, so they follow the typography of each
// language.
const LOCAL: Readonly<Record<string, Partial<Record<Exclude<EndMark, null>, string>>>> = {
  zh: { stop: '。', question: '？', exclamation: '！', colon: '：', ellipsis: '…' },
  ja: { stop: '。', question: '？', exclamation: '！', colon: '：', ellipsis: '…' },
  ar: { question: '؟' },
  fa: { question: '؟' },
  ps: { question: '؟' },
  ckb: { question: '؟' },
  ur: { stop: '۔', question: '؟' },
  el: { question: ';' },
  hi: { stop: '।' },
  bn: { stop: '।' },
  ne: { stop: '।' },
  hy: { stop: '։', question: '՞', exclamation: '՜' },
  am: { stop: '።' },
};

const WESTERN: Readonly<Record<Exclude<EndMark, null>, string>> = {
  stop: '.',
  ellipsis: '…',
  question: '?',
  exclamation: '!',
  colon: ':',
};

/**
 * Returns a punctuation mark in the form that the language uses. Null if the language ends no
 * sentence with such a mark.
 */
export function localMark(
  mark: Exclude<EndMark, null>,
  locale: string,
  written: string,
): string | null {
  const language = languageOf(locale);
  if (mark === 'stop' && NO_STOP.has(language)) return null;
  if (language === 'hy' && (mark === 'question' || mark === 'exclamation')) return null;
  const local = LOCAL[language]?.[mark];
  if (mark === 'ellipsis') return written.startsWith('.') ? '...' : '…';
  return local ?? WESTERN[mark];
}

/** True if the Western form of a punctuation mark is wrong in the language. */
export function hasOwnMarks(mark: Exclude<EndMark, null>, locale: string): boolean {
  const language = languageOf(locale);
  if (mark === 'ellipsis') return false;
  return (
    ['zh', 'ja'].includes(language) ||
    (mark === 'question' && LOCAL[language]?.question !== undefined && language !== 'hy')
  );
}

// Languages with special rules for capital letters. Greek is left out, because its rule also drops
// accents, which is correct only in words that are entirely in capitals.
const OWN_CAPITALS = new Set(['tr', 'az', 'lt']);

/** Returns a letter as a capital for the start of a word. */
export function upperLetter(letter: string, locale: string): string {
  if (/\p{Script=Georgian}/u.test(letter)) return letter;
  const upper = OWN_CAPITALS.has(languageOf(locale))
    ? letter.toLocaleUpperCase(locale)
    : letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}
