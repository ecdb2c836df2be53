/** What a sentence ends with, across scripts. */
export type EndMark = 'stop' | 'ellipsis' | 'question' | 'exclamation' | 'colon' | null;

const MARKS: readonly (readonly [Exclude<EndMark, null>, string])[] = [
  ['stop', '.。．｡।۔։።᙮'],
  ['ellipsis', '…'],
  ['question', '?？؟\u037e՞፧'],
  ['exclamation', '!！՜'],
  ['colon', ':：፡'],
];
const CLOSERS = new Set([...'"\'”’»«“)]）】」』›']);
/** Languages that write sentences without a full stop. */
const NO_STOP = new Set(['th', 'lo', 'km', 'my', 'bo']);

export function languageOf(locale: string): string {
  return locale.split(/[-_]/)[0]!.toLowerCase();
}

export interface Ending {
  readonly mark: EndMark;
  /** Where the mark begins and ends in the text. */
  readonly start: number;
  readonly end: number;
}

/** The punctuation at the end of a text, under closing quotes, brackets and white space. */
export function endingOf(text: string, locale: string): Ending {
  let end = text.trimEnd().length;
  while (end > 0 && CLOSERS.has(text[end - 1]!)) end--;
  const last = text[end - 1];
  const none = { mark: null, start: end, end } as const;
  if (last === undefined) return none;
  let start = end - 1;
  // Greek asks with what looks like a semicolon.
  if (last === ';' && languageOf(locale) === 'el') return { mark: 'question', start, end };
  const mark = MARKS.find(([, characters]) => characters.includes(last))?.[0] ?? null;
  if (mark === null) return none;
  while (start > 0 && text[start - 1] === last && end - start < 16) start--;
  const isDots = mark === 'stop' && end - start >= 2;
  return { mark: isDots ? 'ellipsis' : mark, start, end };
}

/** True where the two endings differ in a way that readers notice. */
export function endsDiffer(source: EndMark, target: EndMark, targetLocale: string): boolean {
  if (source === target) return false;
  const isFree = NO_STOP.has(languageOf(targetLocale));
  return !(
    isFree &&
    (source === 'stop' || source === null) &&
    (target === 'stop' || target === null)
  );
}

// CLDR has no table of these; they are what the languages' own typography asks for.
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

/** How a language writes a mark; null where it does not write it at the end. */
export function localMark(
  mark: Exclude<EndMark, null>,
  locale: string,
  written: string,
): string | null {
  const language = languageOf(locale);
  if (mark === 'stop' && NO_STOP.has(language)) return null;
  // Armenian puts these inside the word.
  if (language === 'hy' && (mark === 'question' || mark === 'exclamation')) return null;
  const local = LOCAL[language]?.[mark];
  if (mark === 'ellipsis') return written.startsWith('.') ? '...' : '…';
  return local ?? WESTERN[mark];
}
