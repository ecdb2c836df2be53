import { forcedOfMf2 } from '../mf2/forced-mf2.ts';
import { readMf2 } from '../mf2/read-mf2.ts';
import { type ScanOptions, type ScanStyles, scanTokens } from '../syntax/scanner.ts';
import { ICU_FORMATS, type MessageFormat, type Token } from './token.ts';

const NONE: ScanStyles = {
  doubleBrace: false,
  brace: false,
  js: false,
  nest: false,
  ruby: false,
  python: false,
  named: false,
  printf: 'no',
  code: true,
  escapes: 'no',
  literals: null,
  quotes: true,
  settings: false,
};
const ALL: ScanStyles = {
  doubleBrace: true,
  brace: true,
  js: true,
  nest: true,
  ruby: true,
  python: true,
  named: true,
  printf: 'guess',
  code: true,
  escapes: 'guess',
  literals: null,
  quotes: true,
  settings: false,
};

// Placeholder styles by message format. Every format except `plain` includes the style `{name}`,
// because many projects mix two styles.
const STYLES: Readonly<Record<MessageFormat, ScanStyles>> = {
  auto: { ...ALL, settings: true },
  icu: ALL,
  flutter: { ...ALL, quotes: false },
  flutter_relaxed: { ...ALL, quotes: false },
  i18next: { ...NONE, doubleBrace: true, nest: true, brace: true, js: true },
  printf: {
    ...NONE,
    doubleBrace: true,
    printf: 'strict',
    python: true,
    brace: true,
    escapes: 'strict',
  },
  ruby: { ...NONE, doubleBrace: true, ruby: true, brace: true, settings: true },
  java: { ...NONE, doubleBrace: true, brace: true, literals: 'java' },
  dotnet: { ...NONE, brace: true, literals: 'dotnet' },
  chrome: { ...NONE, doubleBrace: true, brace: true, literals: 'chrome' },
  mf2: { ...NONE, code: false, quotes: false, literals: 'mf2' },
  plain: { ...NONE, code: false },
};

/** Returns the placeholder styles of a message format, for texts that are not ICU messages. */
export function stylesOf(format: MessageFormat): ScanStyles {
  return STYLES[format];
}

const INSIDE_ANY: ScanStyles = { ...ALL, doubleBrace: false, brace: false };
const INSIDE_UNQUOTED: ScanStyles = { ...NONE, quotes: false };

/** Returns the placeholder styles that can occur inside an ICU message. */
export function stylesInsideIcu(format: MessageFormat): ScanStyles {
  if (format === 'mf2') return STYLES.mf2;
  if (!ICU_FORMATS.has(format)) return INSIDE_ANY;
  return STYLES[format].quotes ? NONE : INSIDE_UNQUOTED;
}

/**
 * Splits a text into words and the parts that a translation must keep. Concatenating the source
 * texts of the tokens gives the text. The time is proportional to the length of the text. For ICU
 * plurals, use {@link analyzeMessage}.
 */
export function tokenize(
  text: string,
  format: MessageFormat,
  options: Omit<ScanOptions, 'styles'> = {},
): Token[] {
  return scanTokens(text, { ...options, ...scanOptionsOf(text, format) });
}

/** Returns how a text that is not an ICU message is scanned for tokens. */
export function scanOptionsOf(
  text: string,
  format: MessageFormat,
): Pick<ScanOptions, 'styles' | 'forced'> {
  const message = readMf2(text, format);
  if (message === null || message instanceof Error) return { styles: stylesOf(format) };
  return { styles: STYLES.mf2, forced: forcedOfMf2(message, text) };
}
