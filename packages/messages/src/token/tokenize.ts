import { type ScanOptions, type ScanStyles, scanTokens } from '../syntax/scanner.ts';
import type { MessageFormat, Token } from './token.ts';

const NONE: ScanStyles = {
  doubleBrace: false,
  brace: false,
  js: false,
  nest: false,
  ruby: false,
  python: false,
  named: false,
  printf: 'no',
  escapes: 'no',
  literals: null,
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
  escapes: 'guess',
  literals: null,
};

// `{name}` is a placeholder in every format except `plain`, so that strings in a second style lose nothing.
const STYLES: Readonly<Record<MessageFormat, ScanStyles>> = {
  auto: ALL,
  icu: ALL,
  i18next: { ...NONE, doubleBrace: true, nest: true, brace: true, js: true },
  printf: { ...NONE, printf: 'strict', python: true, brace: true, escapes: 'strict' },
  ruby: { ...NONE, ruby: true, brace: true },
  java: { ...NONE, brace: true, literals: 'java' },
  dotnet: { ...NONE, brace: true, literals: 'dotnet' },
  chrome: { ...NONE, brace: true, literals: 'chrome' },
  plain: NONE,
};

/** Returns the placeholder styles of a format, for a text that is not ICU. */
export function stylesOf(format: MessageFormat): ScanStyles {
  return STYLES[format];
}

/** Returns the placeholder styles inside an ICU message, in which braces belong to ICU. */
export function stylesInsideIcu(format: MessageFormat): ScanStyles {
  return format === 'icu' ? NONE : { ...ALL, doubleBrace: false, brace: false };
}

/**
 * Splits a text into words and the parts that must survive translation. The joined sources of the tokens are the text.
 * The cost is proportional to the length of the text. ICU plurals are left to {@link analyzeMessage}.
 */
export function tokenize(
  text: string,
  format: MessageFormat,
  options: Omit<ScanOptions, 'styles'> = {},
): Token[] {
  return scanTokens(text, { ...options, styles: stylesOf(format) });
}
