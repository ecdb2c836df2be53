import {
  DEFAULT_KEY_SEPARATOR,
  type FileRow,
  findPartial,
  formatById,
  formsInPo,
  isPartial,
  type PartialGroups,
} from '@parlance/formats';
import type { Project } from '@parlance/sdk';
import type { ByLocale, ReadProject, Texts } from '../sync/read-project.ts';
import type { Difference } from '../sync/three-way.ts';
import { type Document, LIMITS } from './documents.ts';
import { findModel } from './models.ts';

interface Sides {
  readonly project: Project;
  readonly documents: readonly Document[];
  readonly fileTexts: ByLocale;
  readonly read: ReadProject;
  documentOf(locale: string, key: string): Document | null;
}

/**
 * Returns a function that returns true for a text that cannot be written yet, because other
 * elements of its array or other forms of its plural are missing.
 */
export function partialFinder(
  sides: Sides,
): (difference: Difference, texts: { file: Texts; project: Texts }) => boolean {
  const { project, documents, documentOf, read } = sides;
  const { sourceLocale } = project;
  const groups = new Map<Document, Map<string, PartialGroups>>();
  return ({ kind, key, locale }, { file, project: there }) => {
    if (locale === sourceLocale || (kind !== 'new-there' && kind !== 'removed-here')) return false;
    const document = documentOf(locale, key)!;
    const { needs } = formatById(document.spec.format)!;
    const model = findModel(document, documents, sourceLocale) ?? document;
    const isRails = isRailsFile(project, model);
    if (!needs.arrays && needs.plurals === null && !isRails) return false;
    const byLocale = groups.get(document) ?? new Map<string, PartialGroups>();
    groups.set(document, byLocale);
    let found = byLocale.get(locale);
    if (found === undefined) {
      const { prefix } = document;
      const hasText = (name: string): boolean => {
        const keyName = prefix + name;
        return there.has(keyName) || file.has(keyName);
      };
      found = findPartial(needs, {
        rows: rowsOf(document, model, { sources: read.texts.get(sourceLocale) }),
        hasText,
        localeTag: locale,
        isRails,
        separator: project.settings.keySeparator ?? DEFAULT_KEY_SEPARATOR,
        forms: formsOf(document, locale, sourceLocale),
      });
      byLocale.set(locale, found);
    }
    return isPartial(found, key.slice(document.prefix.length));
  };
}

function rowsOf(
  document: Document,
  model: Document,
  { sources = new Map() }: { sources: Texts | undefined },
): Pick<FileRow, 'name' | 'plural'>[] {
  const { prefix } = document;
  const bothRows = [...model.rows, ...document.rows];
  const names = new Set(bothRows.map(({ name }) => name));
  const others = [...sources.keys()].flatMap((key) => {
    const name = key.slice(prefix.length);
    return key.startsWith(prefix) && !names.has(name) ? [{ name }] : [];
  });
  return withoutFlatArrays([...bothRows, ...others], model);
}

export function withoutFlatArrays<Row extends Pick<FileRow, 'name'>>(
  rows: readonly Row[],
  { bytes }: Document,
): Row[] {
  if (!rows.some(({ name }) => name.endsWith(']'))) return [...rows];
  const text = Buffer.from(bytes).toString();
  const isFlat = (name: string): boolean => text.includes(name.slice(name.lastIndexOf('.') + 1));
  return rows.filter(({ name }) => !name.endsWith(']') || !isFlat(name));
}

function formsOf(document: Document, localeTag: string, sourceLocaleTag: string) {
  if (document.spec.format !== 'po') return undefined;
  const options = { keySeparator: null, localeTag, sourceLocaleTag, limits: LIMITS };
  return formsInPo(document.bytes, options);
}

export function isRailsFile({ settings }: Project, { spec, locale, bytes }: Document): boolean {
  if (spec.format !== 'yaml') return false;
  if (settings.messageFormat === 'ruby') return true;
  const root = /^["']?([\w-]+)["']?:[ \t]*(?:#.*)?$/m.exec(Buffer.from(bytes).toString())?.[1];
  return locale !== null && root?.replaceAll('_', '-') === locale;
}
