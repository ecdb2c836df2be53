import { isSameLocale } from '@parlance/locales';
import type { Document } from '../documents/documents.ts';
import type { Fault } from '../fault.ts';
import type { Workspace } from './workspace.ts';

/**
 * Returns a warning for each locale that a push adds to the project although the project already has the same locale
 * under another tag, for which there is no file, such as `zh-CN` beside `zh-Hans`.
 */
export function warningsOfSame(
  { inProject, documents, config }: Workspace,
  sent: readonly string[],
): Fault[] {
  const codes = inProject.map(({ code }) => code);
  const inFiles = new Set(documents.flatMap(({ hash, locale }) => (hash ? (locale ?? []) : [])));
  return sent
    .filter((locale) => !codes.includes(locale))
    .flatMap((locale) => {
      const same = codes.find((code) => !inFiles.has(code) && isSameLocale(code, locale));
      if (same === undefined) return [];
      const message = `${locale} becomes a locale of its own, although the project has ${same}, which means the same. To push into ${same}, ${howToMap(same, locale)}`;
      return [{ code: 'locale_same', message, file: config.file }];
    });
}

/**
 * Returns a warning for each locale for which a pull writes new files although files of the same locale exist under
 * another tag, which the project does not have, such as `zh-Hans` beside `zh-CN`.
 */
export function warningsOfBeside(
  { inProject, documents, config }: Workspace,
  newFiles: readonly Document[],
): Fault[] {
  const codes = new Set(inProject.map(({ code }) => code));
  const others = documents.filter(({ hash, locale }) => hash && locale && !codes.has(locale));
  const found = new Map<string, Fault>();
  for (const { locale, spec, path } of newFiles) {
    if (locale === null || found.has(locale)) continue;
    const same = others.find((one) => one.spec === spec && isSameLocale(one.locale!, locale));
    if (same === undefined) continue;
    const message = `${path} is new beside ${same.path}, although ${locale} and ${same.locale} mean the same. To keep ${locale} in the files that are there, ${howToMap(locale, same.locale!)}`;
    found.set(locale, { code: 'locale_same', message, file: config.file });
  }
  return [...found.values()];
}

const howToMap = (code: string, spelling: string): string =>
  `name it in the configuration with the spelling of the paths: "locales": { "map": { "${code}": "${spelling}" } }`;
