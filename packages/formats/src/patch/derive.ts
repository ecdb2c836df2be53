import {
  type FileFormat,
  type FileRow,
  FormatError,
  type PatchOptions,
  type PatchReport,
  type ReadOptions,
} from '../format.ts';
import { languageOf } from '../locale/locale-tag.ts';
import { DEFAULT_KEY_SEPARATOR } from '../names/names.ts';
import { findPartial, isPartial } from '../plural/partial.ts';
import { standsForOther } from '../plural/plural-categories.ts';
import { defaultPluralForms } from '../po/plural-forms.ts';
import { oneChunk } from '../text/one-chunk.ts';
import { adoptConventions } from './conventions.ts';
import { valueIn } from './value-in.ts';

export interface DeriveOptions extends Omit<PatchOptions, 'missing' | 'localeTags'> {
  from: string;
  to: string;
  /** True if the names of plural forms follow Rails (`item.one`). */
  isRails?: boolean;
}

/**
 * Writes a base file with the texts of a target locale. If the base file belongs to the source locale, it is first
 * converted to a file of the target locale. The base file must name its locale, or contain only source texts, as a
 * gettext template does.
 */
export async function* patchOrDerive(
  format: FileFormat,
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  { baseLocaleTag, isRails, ...options }: BaseOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const { localeTags, missing: _, skipsPlainStates: __, ...rest } = options;
  const to = localeTags.at(-1)!;
  const from = baseLocaleTag ?? (await localeOf(format, base, to, options));
  if (from === to) return yield* format.patch(base, rows, options);
  return yield* deriveFile(format, base, rows, { ...rest, from, to, isRails: isRails ?? false });
}

export interface BaseOptions extends PatchOptions {
  /** Locale of the base file. If undefined, the locale is detected from the file. */
  baseLocaleTag?: string;
  isRails?: boolean;
}

async function localeOf(
  format: FileFormat,
  base: Uint8Array,
  to: string,
  { keySeparator, sourceLocaleTag, limits, poKind, charset }: BaseOptions,
): Promise<string> {
  if (format.retarget === null || format.multiLocale || to === sourceLocaleTag) return to;
  const named = format.targetOf?.(base) ?? null;
  if (named === to) return to;
  if (named !== null && !format.carries.includes('source')) {
    if (languageOf(named) === languageOf(to)) return to;
    return languageOf(named) === languageOf(sourceLocaleTag) ? sourceLocaleTag : named;
  }
  const readAs = async (localeTag: string): Promise<FileRow[] | null> => {
    const reading = { keySeparator, sourceLocaleTag, limits };
    const options = { ...reading, ...(poKind && { poKind }), ...(charset && { charset }) };
    try {
      return await readAll(format, base, { ...options, localeTag });
    } catch (error) {
      if (error instanceof FormatError) return null;
      throw error;
    }
  };
  const rows = await readAs(to);
  const isOwn =
    rows !== null &&
    (!format.carries.includes('source') ||
      rows.some(({ values }) => valueIn(values, to) !== undefined));
  return isOwn || (await readAs(sourceLocaleTag)) === null ? to : sourceLocaleTag;
}

/**
 * Converts the file of one locale to a file of another locale, with the texts of the other locale.
 * Layout, order, comments and inline codes stay. Missing translations are left empty in formats
 * that store source texts beside translations, and left out in other formats.
 */
export async function* deriveFile(
  format: FileFormat,
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  { from, to, isRails = false, ...options }: DeriveOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const { keySeparator, sourceLocaleTag, limits, charset } = options;
  const reading = { keySeparator, sourceLocaleTag, limits, ...(charset && { charset }) };
  const separator = keySeparator ?? DEFAULT_KEY_SEPARATOR;
  const baseRows = await readAll(format, base, { ...reading, localeTag: from });
  const retargeting = { ...options, from, to };
  const retargeted = format.retarget === null ? base : await format.retarget(base, retargeting);
  const target = adoptConventions(format, retargeted, options.beside ?? [], charset);
  const wanted = new Map<string, FileRow>();
  for await (const batch of rows) for (const row of batch) wanted.set(row.name, row);
  const hasText = (name: string): boolean =>
    valueIn(wanted.get(name)?.values ?? [], to) !== undefined;
  const partial = findPartial(format.needs, {
    rows: [...baseRows, ...wanted.values()],
    hasText,
    localeTag: to,
    separator,
    isRails,
    forms: format.id === 'po' ? defaultPluralForms(to).categories : undefined,
  });
  const whole = [...wanted.values()].filter(
    (row) => hasText(row.name) && !isPartial(partial, row.name),
  );
  if (format.needs.plurals === 'other') whole.push(...repeatedForms(whole, to));
  const hasSources = format.carries.includes('source');
  const written = hasSources
    ? withSources(baseRows, await readAll(format, target, { ...reading, localeTag: to }), {
        wanted: new Map(whole.map((row) => [row.name, row])),
        from,
        sourceLocaleTag,
      })
    : whole;
  return yield* format.patch(target, inOneBatch(written), {
    ...options,
    localeTags: hasSources ? [sourceLocaleTag, to] : [to],
    ...(hasSources && { referenceTag: sourceLocaleTag }),
    partial,
    isDerived: true,
    missing: 'remove',
    prunes: true,
  });
}

/**
 * For a language in which no integer selects `other`, returns the forms `other` that only repeat
 * another form.
 */
function repeatedForms(rows: readonly FileRow[], localeTag: string): FileRow[] {
  const stand = standsForOther(localeTag);
  if (stand === null) return [];
  const names = new Set(rows.map(({ name }) => name));
  return rows.flatMap((row): FileRow[] => {
    const { plural } = row;
    const name = plural && `${plural.family}.other`;
    if (plural?.category !== stand || name === undefined || names.has(name)) return [];
    return [{ ...row, name, plural: { ...plural, category: 'other' } }];
  });
}

/**
 * Returns the rows that a format with source texts beside translations must write. A row without a
 * translation still contains its source text.
 */
function withSources(
  baseRows: readonly FileRow[],
  emptied: readonly FileRow[],
  {
    wanted,
    from,
    sourceLocaleTag,
  }: { wanted: Map<string, FileRow>; from: string; sourceLocaleTag: string },
): FileRow[] {
  const texts = new Map(baseRows.map(({ name, values }) => [name, valueIn(values, from)?.text]));
  const rows = emptied.flatMap((row): FileRow[] => {
    const next = wanted.get(row.name);
    wanted.delete(row.name);
    const source = valueIn(row.values, sourceLocaleTag);
    const isName = from === sourceLocaleTag && texts.get(row.name) !== source?.text;
    if (next === undefined) return isName ? [] : [row];
    const values = next.values.filter(({ localeTag }) => localeTag !== sourceLocaleTag);
    return [{ ...row, values: source ? [source, ...values] : values }];
  });
  return [...rows, ...wanted.values()];
}

async function readAll(
  format: FileFormat,
  bytes: Uint8Array,
  options: Omit<ReadOptions, 'warn'>,
): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of format.read(oneChunk(bytes), { ...options, warn: () => {} })) {
    for (const row of batch) rows.push(row);
  }
  return rows;
}

async function* inOneBatch(rows: FileRow[]): AsyncGenerator<FileRow[], void> {
  yield rows;
}
