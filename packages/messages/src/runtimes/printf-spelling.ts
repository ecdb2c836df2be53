import type { RuntimeFault } from './runtime.ts';

const WRITTEN = /(?<!%)%(?:\(\w+\)|\d{1,3}\$)?[-+0 #']{0,5}\d{0,4}(?:\.\d{1,4})?[a-zA-Z@]+/g;
/** Matches an escape and the text after it. */
const ESCAPED = /(?<!%)%%[^%\s]{1,60}/g;
const SPECIFIER =
  /%%|%(?:(\d{1,3})\$)?([-+0 #',]{0,5})(\d{0,4}(?:\.\d{1,4})?(?:hh?|ll?|[Lqjzt])?)([a-zA-Z@])(?!(?<= .)\p{L})/gu;

/** Finds specifiers of the source text that the translation has turned into text with a percent sign before them. */
export function findEscaped(text: string, source: string): RuntimeFault[] {
  if (!text.includes('%%')) return [];
  const sourceEscapes = source.match(WRITTEN) ?? [];
  return [...text.matchAll(ESCAPED)].flatMap(({ index, 0: written }): RuntimeFault[] => {
    const fix = sourceEscapes.find((one) => written.startsWith(`%${one}`));
    if (fix === undefined || source.includes(`%${fix}`)) return [];
    const range = { start: index, end: index + fix.length + 1 };
    return [{ ...range, effect: 'misread', detail: `shows ${fix} as it is`, fix }];
  });
}

interface Specifier {
  readonly place: number;
  /** The specifier without its percent sign and argument number. */
  readonly rest: string;
  readonly conversion: string;
  /** Flags, width and length, without idle flags. */
  readonly layout: string;
}

export interface PrintfRules {
  /** Matches flags that do not change the meaning of the output. */
  idleFlags(conversion: string): RegExp;
  /** True if the conversions of the translation and of the source text produce the same output for a value. */
  isAlike(translated: string, source: string): boolean;
}

/** Replaces each specifier by the source text's specifier for the same value, if both produce the same output. */
export function asSpecifiersOf(
  text: string,
  source: string,
  { idleFlags, isAlike }: PrintfRules,
): string {
  if (text === source || !text.includes('%') || !source.includes('%')) return text;
  const sourceSpecifiers = new Map<number, Specifier>();
  read(source, (specifier) => {
    sourceSpecifiers.set(specifier.place, specifier);
    return null;
  });
  if (sourceSpecifiers.size === 0) return text;
  return read(text, ({ place, rest, conversion, layout }) => {
    const meant = sourceSpecifiers.get(place);
    if (!meant || rest === meant.rest || layout !== meant.layout) return null;
    const isSame = conversion === meant.conversion || isAlike(conversion, meant.conversion);
    return isSame ? meant.rest : null;
  });

  function read(whole: string, replace: (one: Specifier) => string | null): string {
    let next = 0;
    return whole.replace(SPECIFIER, (written, place, flags, size, conversion) => {
      if (conversion === undefined) return written;
      const number = place === undefined ? ++next : Number(place);
      const layout = flags.replace(idleFlags(conversion), '') + size;
      const rest = flags + size + conversion;
      const by = replace({ place: number, rest, conversion, layout });
      return by === null ? written : `%${place === undefined ? '' : `${place}$`}${by}`;
    });
  }
}
