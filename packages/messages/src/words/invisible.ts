import { languageOf } from './punctuation.ts';

// Zero-width spaces and joiners, soft hyphens, byte order marks, and directional controls.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const HAS_INVISIBLE = new RegExp(INVISIBLE.source);

export const hasInvisible = (text: string): boolean => HAS_INVISIBLE.test(text);

const ZERO_WIDTH_SPACE = '\u200b';
/** Languages in which a zero-width space marks a possible line break. */
const BREAKS_LINES = new Set(['th', 'km', 'my', 'lo', 'ja']);

const JOINERS = '\u200c\u200d\u180e';
// Matches characters whose shape a joiner beside them changes: emoji, and letters of joining scripts.
const JOINING =
  /\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

/** Directional marks and isolates, which writers of right-to-left languages need. Excludes embeddings and overrides. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/;
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand']);

const isRightToLeft = (locale: string): boolean =>
  RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? '');

export interface InvisibleCharacter {
  readonly char: string;
  readonly at: number;
}

/** Finds invisible characters that the source text does not have and the language does not need. */
export function findInvisible(
  source: string,
  target: string,
  locale: string,
): readonly InvisibleCharacter[] {
  if (!hasInvisible(target)) return [];
  const sourceInvisible = new Set(source.match(INVISIBLE));
  if (BREAKS_LINES.has(languageOf(locale))) sourceInvisible.add(ZERO_WIDTH_SPACE);
  let isRtl: boolean | null = null;
  return [...target.matchAll(INVISIBLE)].flatMap(({ 0: char, index: at }) => {
    if (sourceInvisible.has(char)) return [];
    if (JOINERS.includes(char) && isBesideJoining(target, at)) return [];
    if (DIRECTION_MARKS.test(char)) {
      isRtl ??= isRightToLeft(locale);
      if (isRtl) return [];
    }
    return [{ char, at }];
  });
}

const isBesideJoining = (text: string, at: number): boolean =>
  JOINING.test(text.slice(Math.max(0, at - 2), at)) || JOINING.test(text.slice(at + 1, at + 3));

/** Removes the characters that {@link findInvisible} finds. */
export function removeInvisible(source: string, target: string, locale: string): string {
  const strays = findInvisible(source, target, locale);
  if (strays.length === 0) return target;
  let out = '';
  let from = 0;
  for (const { at } of strays) {
    out += target.slice(from, at);
    from = at + 1;
  }
  return out + target.slice(from);
}

/** Returns the name of a character, such as `U+200B`. */
export const nameOf = (char: string): string =>
  `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
