import type { FoundPattern } from '@parlance/config';
import type { Call } from '../command.ts';
import type { Described } from './described.ts';

/**
 * Returns the source locale of a project that is not known: that of the flag or of the other tool,
 * or else the English of the files, or the only locale that they have. The source texts of
 * gettext are its `msgid`s, which are English in most programs, in files of any locale.
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
