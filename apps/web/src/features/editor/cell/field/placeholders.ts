import type { Token } from '@parlance/messages';
import { isChip } from '../../codemirror/chip.ts';
import { INVISIBLES, type InvisibleName } from '../../codemirror/invisible-glyphs.ts';

/** An entry of the menu of placeholders, which inserts a text. */
export interface MenuEntry {
  readonly text: string;
  readonly group: 'missing' | 'sequence' | 'source' | 'term' | 'character';
  /** Name of an invisible character. Absent for other entries. */
  readonly character?: InvisibleName;
}

/** Splits a text into words, and into placeholders and tags, which a translation must keep. */
export type Tokenizer = (text: string) => readonly Token[];

const chipsOf = (text: string, tokenize: Tokenizer): string[] =>
  tokenize(text)
    .filter(isChip)
    .map(({ source }) => source);

/**
 * Returns the placeholders and tags of the source text that the translation lacks. One that is missing several times
 * occurs several times in the result.
 */
export function missingChips(source: string, target: string, tokenize: Tokenizer): string[] {
  const left = chipsOf(target, tokenize);
  return chipsOf(source, tokenize).filter((chip) => {
    const at = left.indexOf(chip);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Returns sequences of placeholders and tags without words between them, such as `<b>{name}</b>`. */
function sequencesOf(source: string, tokenize: Tokenizer): string[] {
  const sequences: string[] = [];
  let run: string[] = [];
  const end = () => {
    if (run.length > 1) sequences.push(run.join(''));
    run = [];
  };
  for (const token of tokenize(source)) {
    if (isChip(token)) run.push(token.source);
    else end();
  }
  end();
  return sequences;
}

/** Quotation marks by language (CLDR 48, delimiters). Languages that are not listed use the marks of English. */
const QUOTES: Readonly<Record<string, string>> = {
  ar: '”“’‘',
  cs: '„“‚‘',
  da: '“”‘’',
  de: '„“‚‘',
  el: '«»“”',
  en: '“”‘’',
  es: '«»“”',
  fi: '”’',
  fr: '«»“”',
  he: '”’׳״',
  hu: '„”»«',
  it: '«»“”',
  ja: '「」『』',
  nb: '«»‘’',
  pl: '„”«»',
  pt: '“”‘’',
  ru: '«»„“',
  sv: '”’',
  uk: '«»„“',
  zh: '“”「」',
};

function charactersOf(locale: string, dir: 'ltr' | 'rtl'): MenuEntry[] {
  const language = locale.split('-')[0]!;
  const visible = [...(QUOTES[language] ?? QUOTES.en!), '…', '–', '—'];
  const hidden: InvisibleName[] = [
    'nbsp',
    'nnbsp',
    ...(dir === 'rtl' ? (['lrm', 'rlm'] as const) : []),
  ];
  return [
    ...visible.map((text): MenuEntry => ({ text, group: 'character' })),
    ...hidden.map(
      (character): MenuEntry => ({ text: INVISIBLES[character][0], group: 'character', character }),
    ),
  ];
}

/**
 * Returns the entries of the menu without duplicates. Missing placeholders come first, then other placeholders of the
 * source text, translations of its glossary terms, and characters.
 */
export function menuEntries(
  source: string,
  target: string,
  { tokenize, locale, dir }: { tokenize: Tokenizer; locale: string; dir: 'ltr' | 'rtl' },
  terms: readonly string[] = [],
): MenuEntry[] {
  const entries: MenuEntry[] = [
    ...missingChips(source, target, tokenize).map((text) => ({ text, group: 'missing' as const })),
    ...sequencesOf(source, tokenize).map((text) => ({ text, group: 'sequence' as const })),
    ...chipsOf(source, tokenize).map((text) => ({ text, group: 'source' as const })),
    ...terms.map((text) => ({ text, group: 'term' as const })),
    ...charactersOf(locale, dir),
  ];
  const seen = new Set<string>();
  return entries.filter(({ text }) => !seen.has(text) && seen.add(text));
}
