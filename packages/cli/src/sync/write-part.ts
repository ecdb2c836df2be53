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
 * Writes texts for an import. A file that says more than texts (comments, plurals, states, what is not translated) is
 * sent as a small file with these rows; all others are sent as names and texts.
 */
export async function writeParts(
  workspace: Workspace,
  locale: string,
  texts: readonly Difference[],
): Promise<Written[]> {
  const plain: Difference[] = [];
  const written: Written[] = [];
  for (const [document, own] of groupBy(texts, ({ key }) => workspace.documentOf(locale, key))) {
    if (document === null || !saysMore(document)) {
      for (const one of own) plain.push(one);
    } else {
      const content = await writeFile(workspace, document, locale, own);
      written.push({ format: document.spec.format, content, texts: own });
    }
  }
  if (plain.length === 0) return written;
  const content = Object.fromEntries(plain.map(({ key, file }) => [key, file!]));
  return [{ format: 'json', content, texts: plain }, ...written];
}

const saysMore = ({ rows }: Document): boolean =>
  rows.some(
    ({ id, description, plural, maxLength, translatable, isStale, values }) =>
      id !== undefined ||
      description !== undefined ||
      plural !== undefined ||
      maxLength !== undefined ||
      translatable === false ||
      isStale === true ||
      values.some(({ state }) => state !== undefined),
  );

async function writeFile(
  { context, differences, leftOut, renamed }: Workspace,
  { rows, prefix, spec }: Document,
  locale: string,
  texts: readonly Difference[],
): Promise<string> {
  const sent = new Map(texts.map((one) => [one.key, one.file!]));
  const all = [...differences, ...leftOut];
  const others = new Set(all.filter((one) => one.locale === locale).map(({ key }) => key));
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
