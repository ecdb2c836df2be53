import type { FoundPattern } from '@parlance/config';
import type { Call } from '../command.ts';
import type { Described } from './described.ts';

/**
 * Returns the source locale of a project whose source locale is unknown: the locale of the flag or of the other tool,
 * or else English if the files contain it, or else the only locale of the files. In gettext files of any locale, the
 * source texts are the `msgid`s, which are English in most programs.
 */
export function sourceLocaleOf(
  { flags }: Call,
  { described, found }: { described: Described | null; found: readonly FoundPattern[] },
): string {
  const named = flags.text('source-locale') ?? described?.sourceLocale;
  if (named !== undefined) return named;
  const locales = [...new Set(found.flatMap((pattern) => pattern.locales))].filter(Boolean);
  const hasDefault = found.some(({ path, source }) => source !== undefined || /\{[-_.]/.test(path));
  if (locales.includes('en') || hasDefault) return 'en';
  const english = locales.find((locale) => locale.startsWith('en-'));
  const isGettext = found.every(({ path }) => path.endsWith('.po'));
  return english ?? (locales.length === 1 && !isGettext ? locales[0]! : 'en');
}
