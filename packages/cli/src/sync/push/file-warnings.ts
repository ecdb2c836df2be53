import type { Document } from '../../documents/documents.ts';
import { describeWarnings } from '../../documents/file-warnings.ts';
import { findingsOfLocales } from '../../documents/locale-sets.ts';
import type { Fault } from '../../fault.ts';
import type { Workspace } from '../workspace.ts';

/** Returns the warnings about the files of the sent locales that the push has read. */
export function warningsOfFiles(
  { config, documents, isWhole }: Workspace,
  sent: readonly string[],
): Fault[] {
  const existing = documents.filter(({ hash }) => hash !== null);
  const read = existing.flatMap((file) => {
    const { warnings, locale } = file;
    if (warnings === undefined || (locale !== null && !sent.includes(locale))) return [];
    warnings.addRows(file.rows);
    return [{ file, warnings: warnings.list() }];
  });
  const paths = new Set(read.map(({ file }) => file.path));
  const isTold = ({ path }: Pick<Document, 'path'>): boolean => paths.has(path);
  const ofLocales = findingsOfLocales(config, existing, {
    isTold,
    isWhole: isWhole && read.length > 0,
  });
  return [
    ...describeWarnings(read),
    ...ofLocales.map(({ locale: _, severity: __, ...fault }) => fault),
  ];
}
