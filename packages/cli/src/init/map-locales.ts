import { fileSpecOf } from '@parlance/config';
import { LOCALE_STYLES, spellLocale } from '@parlance/formats';
import { isSameLocale } from '@parlance/locales';
import { connect } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import type { Document } from '../documents/documents.ts';
import { failUsage } from '../fault.ts';
import { collect } from '../lists.ts';

/**
 * Returns spellings for `locales.map`, for locales that the project has under another tag than the
 * files, such as `zh-CN` for `zh-Hans`. Empty if the API key has access to no project.
 */
export async function mapLocales(
  call: Call,
  target: { server: string; project: string; found: unknown } | null,
  { documents, sourceLocale }: { documents: readonly Document[]; sourceLocale: string },
): Promise<Record<string, string>> {
  if (target === null || target.found === null) return {};
  const { locales } = connect(call, { server: target.server }).client.i18n;
  const listed = await collect(locales.listAll({ projectId: target.project, limit: 500 }));
  const codes = listed.map(({ code }) => code);
  const inFiles = new Set(documents.map(({ locale }) => locale));
  const map: Record<string, string> = {};
  for (const document of documents) {
    const { locale } = document;
    if (locale === null || codes.includes(locale)) continue;
    const same = codes.find((code) => !inFiles.has(code) && isSameLocale(code, locale));
    const spelling = same && spellingOf(document, same, sourceLocale);
    if (spelling) map[same] ??= spelling;
  }
  return map;
}

/**
 * Returns the spelling of the locale in the path of a file. With this spelling, the file is read as the locale `code`.
 */
function spellingOf(
  { spec, path, locale }: Document,
  code: string,
  sourceLocale: string,
): string | undefined {
  const spellings = [locale!, ...LOCALE_STYLES.map((style) => spellLocale(locale!, style))];
  return spellings.find((spelling) => {
    const options = { map: { [code]: spelling }, sourceLocale: () => sourceLocale };
    const mapped = fileSpecOf(spec, options, (message) => failUsage(message));
    return mapped.pattern.match(path)?.locale === code;
  });
}
