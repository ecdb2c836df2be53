import { isSameLocale } from '@parlance/locales';
import type { Fault } from '../../fault.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Returns a warning for each locale that a push adds to the project although the project has the
 * locale under another tag, for which there is no file: `zh-CN` beside `zh-Hans`.
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
      const message = `${locale} becomes a locale of its own, although the project has ${same}, which means the same. To push into ${same}, name it in the configuration with the spelling of the paths: "locales": { "map": { "${same}": "${locale}" } }`;
      return [{ code: 'locale_same', message, file: config.file }];
    });
}
