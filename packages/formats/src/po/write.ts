import { type FileRow, type FileValue, FormatError, type WriteOptions } from '../format.ts';
import { TextColumn } from '../names/columns.ts';
import { TakenNames } from '../names/taken-names.ts';
import { valueIn } from '../patch/value-in.ts';
import { requireText } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import { withBreaksOf } from './breaks.ts';
import { headerOf } from './header.ts';
import { CONTEXT_END, splitKeyName } from './names.ts';
import {
  type Category,
  defaultPluralForms,
  type PluralForms,
  readPluralForms,
} from './plural-forms.ts';
import { isPlain, quotePo, type StringLayout, withoutContinuation } from './strings.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

/** The rows that make up one entry of the file: a single row, or all forms of a plural family. */
export interface EntryRows {
  name: string;
  description: string | undefined;
  /** Forms of the plural family by category. Null for an entry without plural forms. */
  family: Map<Category, FileRow> | null;
  row: FileRow;
  /** Flags besides `fuzzy`. */
  flags?: readonly string[];
  /** The `msgid_plural` of the source entry. Defaults to the source text of `other`. */
  idPlural?: string | undefined;
}

/**
 * Writes entries in the order of the rows. From the first plural family on, entries are written
 * only at the end, because any later row may be another form of a family.
 */
export async function* writePo(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const { localeTags, sourceLocaleTag, poWrap: isWrapped = true } = options;
  if (localeTags.length !== 1) throw new RangeError('a PO file contains exactly one locale');
  const localeTag = localeTags[0]!;
  const forms =
    options.poForms === undefined
      ? defaultPluralForms(localeTag)
      : readPluralForms(options.poForms, localeTag);
  const layout = { isWrapped, newline: '\n' };
  const locales = { localeTag, sourceLocaleTag };
  const writer = new EntryWriter(forms, locales, layout, options.poForms !== undefined);
  const yielder = new Yielder();
  const taken = new TakenNames();
  const families = new Map<string, EntryRows>();
  const held = new TextColumn();
  const heldFamilies = new Map<number, EntryRows>();
  let piece = headerOf(localeTag, forms, isWrapped);
  for await (const batch of rows) {
    for (const row of batch) {
      const entry = addRow(row, families, { localeTag, sourceLocaleTag });
      if (entry === null) continue;
      if (entry.family !== null) await taken.startIndex(yielder);
      if (!taken.add(entry.name)) {
        throw new FormatError('the file would have two entries with this msgid', {
          path: entry.name,
        });
      }
      if (entry.family !== null) heldFamilies.set(held.length, entry);
      if (families.size > 0) held.push(entry.family ? '' : `\n${writer.write(entry)}\n`);
      else piece += `\n${writer.write(entry)}\n`;
      if (piece.length >= PIECE_LENGTH) {
        yield piece;
        piece = '';
        if (yielder.isDue()) await yielder.pause();
      }
    }
    if (yielder.isDue()) await yielder.pause();
  }
  for (let index = 0; index < held.length; index++) {
    const family = heldFamilies.get(index);
    piece += family ? `\n${writer.write(family)}\n` : held.at(index);
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    if (yielder.isDue()) await yielder.pause();
  }
  yield piece;
}

interface Locales {
  localeTag: string;
  sourceLocaleTag: string;
}

/**
 * Returns the new entry that the row begins. Returns null if the row has no text, or if an earlier
 * row has begun its entry.
 */
export function addRow(
  row: FileRow,
  families: Map<string, EntryRows>,
  { localeTag, sourceLocaleTag }: Locales,
): EntryRows | null {
  const { id } = splitKeyName(row.plural?.family ?? row.name);
  const isKnown = (value: FileValue) =>
    (value.localeTag === localeTag || value.localeTag === sourceLocaleTag) &&
    (value.text === '' || withBreaksOf(id, value.text) !== '');
  if (!row.values.some(isKnown)) return null;
  const { description, plural } = row;
  if (plural === undefined || plural.ordinal) {
    return { name: row.name, description, family: null, row };
  }
  const family = families.get(plural.family);
  if (family !== undefined) {
    family.family!.set(plural.category, row);
    family.description ??= description;
    return null;
  }
  const entry: EntryRows = {
    name: plural.family,
    description,
    family: new Map([[plural.category, row]]),
    row,
  };
  families.set(plural.family, entry);
  return entry;
}

export class EntryWriter {
  readonly #forms: PluralForms;
  readonly #locales: Locales;
  readonly #layout: StringLayout;

  readonly #keepsPartial: boolean;

  constructor(forms: PluralForms, locales: Locales, layout: StringLayout, keepsPartial = false) {
    this.#keepsPartial = keepsPartial;
    this.#forms = forms;
    this.#locales = locales;
    this.#layout = layout;
  }

  write(entry: EntryRows): string {
    const { name, family, row } = entry;
    if (family === null) {
      const value = this.#valueOf(row);
      const head = this.#headOf(entry, value?.state === 'needs_review');
      return (
        head + this.#line('msgstr', withBreaksOf(splitKeyName(name).id, textOf(value, name)), name)
      );
    }
    const values = this.#forms.categories.map((category) => this.#valueOf(family.get(category)));
    const isWhole = this.#keepsPartial || !values.includes(undefined);
    const isFuzzy = isWhole && values.some((value) => value?.state === 'needs_review');
    const head = this.#headOf(entry, isFuzzy);
    return head + this.#pluralLines(entry, family).join(this.#layout.newline);
  }

  #headOf({ name, description, flags = [] }: EntryRows, isFuzzy: boolean): string {
    if (name === '')
      throw new FormatError('PO cannot have a key with an empty name', { path: name });
    const { newline } = this.#layout;
    const { context, id } = splitKeyName(name);
    let head = '';
    if (description !== undefined) {
      requireText(description, name);
      for (const line of description.split(/\r\n|\r|\n/)) {
        head += `${line === '' ? '#.' : `#. ${withoutContinuation(line)}`}${newline}`;
      }
    }
    const all = isFuzzy ? ['fuzzy', ...flags] : flags;
    if (all.length > 0) head += `#, ${all.join(', ')}${newline}`;
    if (context !== undefined) head += this.#line('msgctxt', context, name) + newline;
    return head + this.#line('msgid', id, name) + newline;
  }

  /**
   * Leaves out plural forms that the header does not define, because gettext cannot show them. If
   * the text of a remaining form is missing, all forms get empty texts: `msgfmt -c` rejects an
   * incomplete plural.
   */
  #pluralLines({ name, idPlural }: EntryRows, family: ReadonlyMap<Category, FileRow>): string[] {
    const { id } = splitKeyName(name);
    const { categories } = this.#forms;
    const other = family.get('other');
    const source = other && valueIn(other.values, this.#locales.sourceLocaleTag);
    const isWhole =
      this.#keepsPartial ||
      categories.every((category) => this.#valueOf(family.get(category)) !== undefined);
    return [
      this.#line(
        'msgid_plural',
        idPlural ?? withBreaksOf(id, source?.text ?? id),
        other?.name ?? id,
      ),
      ...categories.map((category, index) => {
        const row = family.get(category);
        const text = row && isWhole ? textOf(this.#valueOf(row), row.name) : '';
        return this.#line(`msgstr[${index}]`, withBreaksOf(id, text), row?.name ?? id);
      }),
    ];
  }

  #line(keyword: string, text: string, name: string): string {
    if (isPlain(text, keyword, this.#layout)) return `${keyword} "${text}"`;
    requireText(text, name);
    requireNoContextEnd(text, name);
    return `${keyword} ${quotePo(text, keyword, this.#layout)}`;
  }

  #valueOf(row: FileRow | undefined): FileValue | undefined {
    return row && valueIn(row.values, this.#locales.localeTag);
  }
}

function textOf(value: FileValue | undefined, name: string): string {
  if (value === undefined) return '';
  requireSome(value.text, name);
  return value.text;
}

/** @throws FormatError for U+0004, which gettext rejects in every string. */
function requireNoContextEnd(text: string, name: string): void {
  if (!text.includes(CONTEXT_END)) return;
  throw new FormatError('PO cannot have U+0004 in a text: it ends the context', { path: name });
}

/** @throws FormatError for a text that PO cannot represent: an empty text, or a text with U+0004 */
export function requireSome(text: string, name: string): void {
  requireNoContextEnd(text, name);
  if (text !== '') return;
  throw new FormatError('PO cannot have an empty text: it means that there is none', {
    path: name,
  });
}
