import { isSameGroup, pluralOf } from '../../documents/document-finder.ts';
import type { Document } from '../../documents/documents.ts';
import type { Edit } from '../../documents/write-document.ts';
import type { Workspace } from '../workspace.ts';

/** A form of a plural in another file than the other forms of the plural. */
export interface StrayForm {
  readonly locale: string;
  readonly key: string;
  readonly text: Edit;
  /** File that has the form. */
  readonly from: Document;
  /** File of the plural. It has the same entry and group as the source file with the plural. */
  readonly to: Document;
}

/**
 * Finds the forms of plurals in translation files that the file of their plural lacks. The file of a
 * plural is known if exactly one source file has forms of it. Both files must have the same format.
 * Finds nothing in files that were not read, because nothing has changed in their locale.
 */
export function findStrayForms({
  documents,
  locales,
  project: { sourceLocale },
  selection,
}: Workspace): StrayForm[] {
  const homes = new Map<string, Set<Document>>();
  for (const document of documents.filter(({ locale }) => locale === sourceLocale)) {
    for (const { name } of document.rows) {
      const plural = pluralOf(document.prefix + name);
      if (plural !== null) homes.set(plural, (homes.get(plural) ?? new Set()).add(document));
    }
  }
  const names = new Map<Document, ReadonlySet<string>>();
  const hasKey = (document: Document, name: string): boolean => {
    const known = names.get(document) ?? new Set(document.rows.map((row) => row.name));
    names.set(document, known);
    return known.has(name);
  };
  const isTaken = ({ locale, path }: Document): boolean =>
    locale !== null &&
    locale !== sourceLocale &&
    locales.includes(locale) &&
    selection.hasFile(path);
  const homeOf = (from: Document, key: string): Document | undefined => {
    const [source, ...others] = homes.get(pluralOf(key) ?? '') ?? [];
    if (source === undefined || others.length > 0) return undefined;
    const isHome = (one: Document): boolean => one.spec === source.spec && isSameGroup(one, source);
    if (isHome(from) || from.spec.format !== source.spec.format) return undefined;
    return documents.find(
      (one) =>
        one.locale === from.locale && one.prefix === from.prefix && isHome(one) && isTaken(one),
    );
  };
  return documents.filter(isTaken).flatMap((from) =>
    from.rows.flatMap(({ name, values }): StrayForm[] => {
      const key = from.prefix + name;
      const to = homeOf(from, key);
      const value = values.find(({ localeTag }) => localeTag === from.locale);
      if (!to || !value || hasKey(to, name) || !selection.hasKey(key)) return [];
      const { text, state } = value;
      return [{ locale: from.locale!, key, text: { text, ...(state && { state }) }, from, to }];
    }),
  );
}
