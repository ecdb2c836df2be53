import { isFormatted } from '../syntax/literals.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';
import { findSingleBraces } from './spellings.ts';

const ITEM = /\{(\d+)(?:,\s*-?\d+)?\s*:([^{}]*)\}/g;
/** Matches the letters, quotations and escapes of a custom date pattern. */
const PATTERN = /"[^"]*"|'[^']*'|\\.|(["'])|([A-Za-z])/g;
const DATE_LETTER = /[dfFgGhHKmMsty z]/;

/** True for a custom date pattern. A single letter is a standard format, and digits belong to a number pattern. */
const isDatePattern = (style: string): boolean =>
  style.trim().length > 1 && /[dMyHhms]/.test(style) && !/[0#]|^[A-Za-z]\d+$/.test(style);

/**
 * Finds date patterns with letters that .NET prints unchanged, as in a translated pattern, and date
 * patterns with an unclosed quotation.
 */
function findPatterns(text: string, source: string): RuntimeFault[] {
  if (!text.includes(':')) return [];
  const sourceStyles = new Map(
    [...source.matchAll(ITEM)].map(([, number, style]) => [number!, style!]),
  );
  return [...text.matchAll(ITEM)].flatMap(({ index, 0: item, 1: place, 2: style }) => {
    const meant = sourceStyles.get(place!);
    if (meant === undefined || !isDatePattern(meant) || !isDatePattern(style!)) return [];
    const found = [...style!.matchAll(PATTERN)].find(
      ([, quote, letter]) =>
        quote !== undefined ||
        (letter !== undefined && !DATE_LETTER.test(letter) && !meant.includes(letter)),
    );
    if (!found) return [];
    const isOpen = found[1] !== undefined;
    return [
      {
        start: index,
        end: index + item.length,
        effect: isOpen ? ('refused' as const) : ('misread' as const),
        detail: isOpen
          ? `throws at the quotation of ${item}, which does not end`
          : `shows the ${found[2]} of ${item} as it is`,
      },
    ];
  });
}

/** Finds single braces that are not around a number, if the program formats the text. */
const findBraces = (text: string, source: string): RuntimeFault[] =>
  isFormatted(source)
    ? findSingleBraces(text).map(({ brace, ...place }): RuntimeFault => {
        const fix = brace + brace;
        return { ...place, effect: 'refused', detail: `throws at a single ${brace}`, fix };
      })
    : [];

export const dotnet: Runtime = {
  title: '.NET',
  versions: 'Mono 6.8',
  format: 'dotnet',
  foundBy: { files: ['*.csproj'] },
  finds:
    'a single brace, at which it throws; letters in the pattern of a date that are none of its language, as in `{0:TT.MM.JJJJ}`, and a quotation without an end.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of the parent language, then of the neutral file; then null',
    noValue: 'an error',
    forms: 'those that the app chooses; .NET has none',
  },
  // .NET ignores spaces after the number.
  asFormat: (text) => text.replace(/(\{\d+)\s+(?=[:,}])/g, '$1'),
  foreign: /^[{}]$/,
  findFaults: (text, source) => [...findBraces(text, source), ...findPatterns(text, source)],
};
