import type { Call } from '../command.ts';
import type { Document } from '../documents/documents.ts';
import { failUsage } from '../fault.ts';
import { listNames } from '../output/list-names.ts';
import type { Prompts } from '../output/prompts.ts';

/**
 * Returns the source locale of a new project. If no file contains texts of the assumed source locale, asks for the
 * locale. In gettext files, the source texts are the `msgid`s of all files.
 * @throws CliError without a terminal if no file contains texts of the assumed source locale
 */
export async function requireSourceLocale(
  { flags }: Pick<Call, 'flags'>,
  prompts: Prompts | null,
  { documents, assumed }: { documents: readonly Document[]; assumed: string },
): Promise<string> {
  const isOfSource = ({ locale, spec, rows }: Document): boolean =>
    locale === assumed ||
    spec.format === 'po' ||
    rows.some(({ values }) => values.some(({ localeTag }) => localeTag === assumed));
  const locales = localesOf(documents);
  if (flags.text('source-locale') !== undefined) return assumed;
  if (locales.length === 0 || documents.some(isOfSource)) return assumed;
  if (prompts) {
    const options = locales.map((value) => ({ value, label: value }));
    return prompts.choose('Locale of the source texts', options);
  }
  return failUsage(
    `No file is of the source locale ${assumed}. Pass --source-locale with the locale in which the texts are written first: the files have ${listNames(locales)}.`,
  );
}

/** Returns the locales of the texts in the files. */
function localesOf(documents: readonly Document[]): string[] {
  const all = documents.flatMap(({ locale, rows }) =>
    locale === null ? rows.flatMap(({ values }) => values.map((one) => one.localeTag)) : [locale],
  );
  return [...new Set(all)].sort();
}
