import { groupBy } from '@parlance/config';
import { type FileRow, formatById, headerInPo } from '@parlance/formats';
import { type Document, LIMITS } from '../../documents/documents.ts';
import type { Difference } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';

type Format = Document['spec']['format'];

export interface Written {
  /** Format of the content. */
  readonly format: Format;
  /** Format of the files that contain the texts. */
  readonly fileFormat: Format;
  readonly content: Record<string, string> | string;
  readonly texts: readonly Difference[];
}

/**
 * Maximum length of an import, in code units. With up to six bytes for a code unit, an import stays
 * below the service's limit of 64 MiB.
 */
const PART_LENGTH = 8 * 1024 * 1024;
const AROUND_MEMBER = 8;
const AROUND_ENTRY = 150;

/**
 * Divides texts among imports. If a format stores more than key names and texts, such as plural forms, its texts are
 * sent as files of this format. All other texts are sent as JSON objects, one for the files of each format.
 */
export async function writeParts(
  workspace: Workspace,
  locale: string,
  texts: readonly Difference[],
  partLength = PART_LENGTH,
): Promise<Written[]> {
  const plain = new Map<Format, Difference[]>();
  const written: Written[] = [];
  for (const [document, documentTexts] of groupBy(texts, ({ key }) =>
    workspace.documentOf(locale, key),
  )) {
    if (document === null || !saysMore(document)) {
      const format = document?.spec.format ?? 'json';
      const formatTexts = plain.get(format) ?? [];
      for (const one of documentTexts) formatTexts.push(one);
      plain.set(format, formatTexts);
    } else {
      const keyOf = keyIn(workspace, document);
      const families = new Map(document.rows.map((row) => [keyOf(row), row.plural?.family]));
      const familyOf = ({ key }: Difference) => families.get(key);
      for (const part of inParts(documentTexts, { partLength, around: AROUND_ENTRY }, familyOf)) {
        const content = await writeFile(workspace, document, locale, part);
        const { format } = document.spec;
        written.push({ format, fileFormat: format, content, texts: part });
      }
    }
  }
  const parts = Array.from(plain, ([fileFormat, formatTexts]) =>
    inParts(formatTexts, { partLength, around: AROUND_MEMBER }, () => undefined).map(
      (part): Written => {
        const content = Object.fromEntries(part.map(({ key, file }) => [key, file!]));
        return { format: 'json', fileFormat, content, texts: part };
      },
    ),
  );
  return [...parts.flat(), ...written];
}

/**
 * Divides texts into imports that fit into a request. Consecutive forms of a plural family stay
 * together.
 */
function inParts(
  texts: readonly Difference[],
  { partLength, around }: { partLength: number; around: number },
  familyOf: (text: Difference) => string | undefined,
): Difference[][] {
  const parts: Difference[][] = [];
  let length = 0;
  let before: string | undefined;
  for (const one of texts) {
    const entryLength = one.key.length + one.file!.length + around;
    const family = familyOf(one);
    const isFull = length + entryLength > partLength && (family === undefined || family !== before);
    if (parts.length === 0 || isFull) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)!.push(one);
    length += entryLength;
    before = family;
  }
  return parts;
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

const keyIn =
  ({ renamed }: Workspace, { prefix }: Document) =>
  ({ name }: FileRow): string =>
    renamed.get(prefix + name) ?? prefix + name;

async function writeFile(
  workspace: Workspace,
  document: Document,
  locale: string,
  texts: readonly Difference[],
): Promise<string> {
  const { context, differences, leftOut } = workspace;
  const { rows, prefix, spec } = document;
  const keyOf = keyIn(workspace, document);
  const sent = new Set(texts.map(({ key }) => key));
  const all = [...differences, ...leftOut];
  const others = new Set(
    all.filter((difference) => difference.locale === locale).map(({ key }) => key),
  );
  const families = new Set(
    rows.flatMap((row) => (row.plural && sent.has(keyOf(row)) ? row.plural.family : [])),
  );
  const named = rows.flatMap((row): FileRow[] => {
    const key = keyOf(row);
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
    declares: false,
    ...(spec.format === 'po' && { poForms: headerIn(document, locale, context) }),
  });
  for await (const piece of written) pieces.push(piece);
  return pieces.join('');
}

const headerIn = (
  { bytes }: Document,
  localeTag: string,
  { sourceLocale: sourceLocaleTag, keySeparator }: Workspace['context'],
): string => headerInPo(bytes, { localeTag, sourceLocaleTag, keySeparator, limits: LIMITS });

async function* inOneBatch(rows: FileRow[]): AsyncGenerator<FileRow[], void> {
  yield rows;
}
