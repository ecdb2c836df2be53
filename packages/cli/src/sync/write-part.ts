import { type FileRow, formatById } from '@parlance/formats';
import { groupBy } from '../lists.ts';
import type { Document } from './documents.ts';
import type { Difference } from './three-way.ts';
import type { Workspace } from './workspace.ts';

/** Texts in the form in which they are sent. */
export interface Written {
  readonly format: Document['spec']['format'];
  /** Texts by name, or a file. */
  readonly content: Record<string, string> | string;
  readonly texts: readonly Difference[];
}

/**
 * Writes texts for an import. A format that says more than texts (comments, plurals, what is not translated) gets a
 * small file with these rows; all others are sent as names and texts.
 */
export async function writeParts(
  workspace: Workspace,
  locale: string,
  texts: readonly Difference[],
): Promise<Written[]> {
  const groups = groupBy(texts, ({ key }) => {
    const document = workspace.documentOf(locale, key);
    return document !== null && saysMore(document) ? document : null;
  });
  const written: Written[] = [];
  for (const [document, own] of groups) {
    if (document === null) {
      const content = Object.fromEntries(own.map(({ key, file }) => [key, file!]));
      written.push({ format: 'json', content, texts: own });
    } else {
      const content = await writeFile(workspace, document, locale, own);
      written.push({ format: document.spec.format, content, texts: own });
    }
  }
  return written;
}

/** The names of a gettext file are texts or ids, which a part of it would not tell. */
const saysMore = ({ spec, rows }: Document): boolean =>
  spec.format !== 'po' &&
  rows.some((row) => row.description ?? row.plural ?? row.maxLength ?? row.translatable === false);

async function writeFile(
  { context, differences, renamed }: Workspace,
  { rows, prefix, spec }: Document,
  locale: string,
  texts: readonly Difference[],
): Promise<string> {
  const sent = new Map(texts.map((one) => [one.key, one.file!]));
  const others = new Set(differences.filter((one) => one.locale === locale).map(({ key }) => key));
  const keyOf = ({ name }: FileRow): string => renamed.get(prefix + name) ?? prefix + name;
  const families = new Set(
    rows.flatMap((row) => (row.plural && sent.has(keyOf(row)) ? row.plural.family : [])),
  );
  const named = rows.flatMap((row): FileRow[] => {
    const key = keyOf(row);
    // A family is written whole: a merge leaves forms alone that are the same.
    const isOfFamily = row.plural && families.has(row.plural.family) && !others.has(key);
    if (!sent.has(key) && !isOfFamily) return [];
    const plural = row.plural && { ...row.plural, family: prefix + row.plural.family };
    return [{ ...row, name: key, ...(plural && { plural }) }];
  });
  const pieces: string[] = [];
  const written = formatById(spec.format)!.write(inOneBatch(named), {
    keySeparator: context.keySeparator,
    sourceLocaleTag: context.sourceLocale,
    localeTags: [locale],
    shape: 'flat',
  });
  for await (const piece of written) pieces.push(piece);
  return pieces.join('');
}

async function* inOneBatch(rows: FileRow[]): AsyncGenerator<FileRow[], void> {
  yield rows;
}
