import type { DeclaredPlural } from '@parlance/messages';
import { kindOf, requirementsOf } from '../../check/coverage.ts';
import type { Document } from '../../documents/documents.ts';
import type { Workspace } from '../workspace.ts';

interface EmptyText {
  readonly document: Document;
  readonly locale: string;
  readonly key: string;
  readonly text: '' | null;
}

/**
 * Returns the edits that `pull.empty` requires: empty texts to write to translation files, and
 * empty texts to remove.
 */
export function findEmptyTexts(workspace: Workspace): EmptyText[] {
  const { config, project, projectTexts, documents, locales, documentOf, selection } = workspace;
  const { sourceLocale, settings } = project;
  const sources = projectTexts.get(sourceLocale);
  if (config.pull?.empty !== 'empty' || sources === undefined || sources.size === 0) return [];
  const names = new Set([...sources].flatMap(([key, text]) => (text === '' ? [] : [key])));
  const declared = new Map<string, DeclaredPlural>();
  for (const { rows, prefix } of documents) {
    for (const { name, plural, translatable } of rows) {
      if (plural) declared.set(prefix + name, kindOf(plural));
      if (translatable === false) names.delete(prefix + name);
    }
  }
  const { messageFormat } = settings;
  const neededBy = requirementsOf(names, declared, { sourceLocale, messageFormat });
  const isOwn = ({ locale, path }: Document): boolean =>
    locale !== null &&
    locale !== sourceLocale &&
    locales.includes(locale) &&
    selection.hasFile(path);
  return documents.filter(isOwn).flatMap((document): EmptyText[] => {
    const { rows, prefix } = document;
    const locale = document.locale!;
    const translated = projectTexts.get(locale);
    const documentNames = new Set(rows.map(({ name }) => prefix + name));
    const needed = new Set(neededBy(locale));
    const isMissing = (key: string): boolean =>
      !documentNames.has(key) &&
      translated?.has(key) !== true &&
      selection.hasKey(key) &&
      documentOf(locale, key) === document;
    const missing = [...needed].filter(isMissing);
    const gone = rows.flatMap(({ name, values }) => {
      const isEmpty = values.length === 1 && values[0]!.text === '';
      return isEmpty && !needed.has(prefix + name) && !sources.has(prefix + name)
        ? [prefix + name]
        : [];
    });
    return [
      ...missing.map((key) => ({ document, locale, key, text: '' as const })),
      ...gone.map((key) => ({ document, locale, key, text: null })),
    ];
  });
}
