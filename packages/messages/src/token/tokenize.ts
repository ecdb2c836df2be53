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
};

// `{name}` is kept in every format but `plain`: a project whose strings carry a second style loses nothing.
const STYLES: Readonly<Record<MessageFormat, ScanStyles>> = {
  auto: ALL,
  icu: ALL,
  i18next: { ...NONE, doubleBrace: true, nest: true, brace: true, js: true },
  printf: { ...NONE, printf: 'strict', python: true, brace: true, escapes: 'strict' },
  ruby: { ...NONE, ruby: true, brace: true },
  plain: NONE,
};

/** The styles of a format for a text that is not ICU. */
export function stylesOf(format: MessageFormat): ScanStyles {
  return STYLES[format];
}

/** The styles beside ICU's own inside an ICU message; braces are ICU's there. */
export function stylesInsideIcu(format: MessageFormat): ScanStyles {
  return format === 'icu' ? NONE : { ...ALL, doubleBrace: false, brace: false };
}

/**
 * Splits a text into words and what must survive translation. The tokens' `source`s, put together, are the text.
 * The cost grows with the length of the text. ICU plurals are the business of {@link analyzeMessage}.
 */
export function tokenize(
  text: string,
  format: MessageFormat,
  options: Omit<ScanOptions, 'styles'> = {},
): Token[] {
  return scanTokens(text, { ...options, styles: stylesOf(format) });
}
