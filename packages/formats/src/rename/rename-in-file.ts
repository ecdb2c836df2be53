import { isDeepStrictEqual } from 'node:util';
import { type FileFormat, type FileRow, FormatError, type PatchOptions } from '../format.ts';
import { type BaseText, Edits } from '../patch/edits.ts';
import { findOffsets } from '../patch/locate.ts';
import { decodePropertiesBase } from '../properties/charset.ts';
import { decodeUnicodeBase } from '../text/encoding.ts';
import { oneChunk } from '../text/one-chunk.ts';
import { type PartChange, partsOf, renamedRow, withMsgidOf } from './name-parts.ts';
import { NamePlaces, type NameReplacement } from './name-places.ts';
import { nameSlotsOf } from './name-slots.ts';

export interface RenameOptions
  extends Pick<
    PatchOptions,
    'keySeparator' | 'sourceLocaleTag' | 'limits' | 'poKind' | 'charset' | 'isCompose'
  > {
  /** Locale of the strings in a file that does not state its locale. */
  readonly localeTag: string;
}

/** A file in which keys have new names. */
export interface RenamedFile {
  readonly bytes: Uint8Array;
  readonly rows: FileRow[];
  /** Old names of the keys that were renamed in the file. */
  readonly renamed: ReadonlySet<string>;
}

/**
 * Renames keys in a file and changes no byte outside of the names. Reading the result gives the
 * same rows with the new names. Reads the file a limited number of times, even for many keys.
 * @param rows the rows of the file, as its format reads them
 * @param renames new names by old names
 * @returns null if no key can be renamed in this way
 */
export async function renameInFile(
  format: FileFormat,
  base: Uint8Array,
  rows: readonly FileRow[],
  renames: ReadonlyMap<string, string>,
  options: RenameOptions,
): Promise<RenamedFile | null> {
  const entries = rows.flatMap((before) => {
    const name = renames.get(before.name);
    const after = name === undefined ? null : renamedRow(before, name);
    if (after === null) return [];
    const isGettext = format.id === 'po';
    return [{ before, after: isGettext ? withMsgidOf(before, after, options.localeTag) : after }];
  });
  if (entries.length === 0) return null;
  try {
    const text = await decodeFile(format, base, options);
    const offsets = await offsetsOf(format, base, entries, options);
    return await new Renamer({ format, text, rows, options }, entries, offsets).rename();
  } catch (error) {
    // The file has another encoding, or the format cannot patch it.
    if (error instanceof FormatError) return null;
    throw error;
  }
}

interface RenamedEntry {
  readonly before: FileRow;
  readonly after: FileRow;
}

/** An entry, with the parts of its name that the file may contain and that the rename changes. */
interface SoughtEntry extends RenamedEntry {
  readonly ways: readonly (readonly PartChange[])[];
  /** Offset of the first text of the entry. Null if it is unknown. */
  readonly offset: number | null;
}

interface RenamingFile {
  readonly format: FileFormat;
  readonly text: BaseText;
  readonly rows: readonly FileRow[];
  readonly options: RenameOptions;
}

const decodeFile = (
  { id }: FileFormat,
  base: Uint8Array,
  options: RenameOptions,
): Promise<BaseText> =>
  id === 'properties' ? decodePropertiesBase(base, options) : decodeUnicodeBase(base);

/** Returns the offset of the first text of each entry. */
async function offsetsOf(
  format: FileFormat,
  base: Uint8Array,
  entries: readonly RenamedEntry[],
  { localeTag, ...options }: RenameOptions,
): Promise<Map<string, number>> {
  const rows = entries.map(({ before }) => before);
  const wanted = rows.flatMap(({ name, values }) =>
    values.map((value) => ({ name, localeTag: value.localeTag })),
  );
  const localeTags = format.multiLocale
    ? [...new Set(wanted.map((one) => one.localeTag))]
    : [localeTag];
  const patching = { ...options, localeTags, shape: 'flat' as const };
  const found = await findOffsets({ format, base, rows, wanted, options: patching });
  const offsets = new Map<string, number>();
  for (const [at, { name }] of wanted.entries()) {
    const offset = found[at]!;
    if (offset !== null) offsets.set(name, Math.min(offset, offsets.get(name) ?? offset));
  }
  return offsets;
}

/** Maximum number of times that a file is read to verify a rename. */
const MAX_READS = 40;
/** Maximum number of places of a name that are skipped. */
const MAX_SKIPPED = 2;

class Renamer {
  readonly #file: RenamingFile;
  readonly #places: NamePlaces;
  readonly #entries: readonly SoughtEntry[];
  /** Separator that a new name must not contain, because the file stores segments as objects. */
  readonly #newSeparator: string | null;
  #readsLeft = MAX_READS;
  #replacements = new Map<number, NameReplacement>();
  #renamed = new Map<string, FileRow>();
  #bytes: Uint8Array | null = null;

  constructor(
    file: RenamingFile,
    entries: readonly RenamedEntry[],
    offsets: ReadonlyMap<string, number>,
  ) {
    const { keySeparator } = file.options;
    this.#file = file;
    this.#entries = entries.map(({ before, after }) => ({
      before,
      after,
      ways: partsOf(before, after, keySeparator),
      offset: offsets.get(before.name) ?? null,
    }));
    const names = this.#entries.flatMap(({ ways }) => ways.flat().map((part) => part.old));
    const separated = keySeparator && file.rows.find(({ name }) => name.includes(keySeparator));
    const slots = nameSlotsOf(file.format.id);
    const all = separated ? [...names, separated.name] : names;
    this.#places = new NamePlaces(file.text.text, slots, all);
    const isFlat = !slots.nests || (separated && this.#places.has(separated.name));
    this.#newSeparator = isFlat ? null : keySeparator;
  }

  async rename(): Promise<RenamedFile | null> {
    // Rows with the same name in the file, such as the forms of a plural, are renamed together.
    const units = new Map<string, SoughtEntry[]>();
    for (const entry of this.#entries) {
      const starts = this.#replacementsOf(entry, 0)?.map(({ start }) => start);
      if (starts === undefined) continue;
      const unit = units.get(starts.join());
      if (unit === undefined) units.set(starts.join(), [entry]);
      else unit.push(entry);
    }
    await this.#renameUnits([...units.values()]);
    if (this.#bytes === null) return null;
    const renamed = new Set(this.#renamed.keys());
    return { bytes: this.#bytes, rows: this.#rowsWith(this.#renamed), renamed };
  }

  /** Renames all units at once. If the file then has wrong rows, renames each half separately. */
  async #renameUnits(units: readonly (readonly SoughtEntry[])[]): Promise<void> {
    if (units.length === 0) return;
    const skipped = units.length === 1 ? MAX_SKIPPED : 0;
    for (let skip = 0; skip <= skipped; skip++) if (await this.#attempt(units.flat(), skip)) return;
    if (units.length === 1) return;
    const half = units.length >>> 1;
    await this.#renameUnits(units.slice(0, half));
    await this.#renameUnits(units.slice(half));
  }

  /** Renames entries. Keeps the change only if the file then has the same rows with the new names. */
  async #attempt(entries: readonly SoughtEntry[], skip: number): Promise<boolean> {
    const replacements = new Map(this.#replacements);
    for (const entry of entries) {
      for (const one of this.#replacementsOf(entry, skip) ?? []) {
        const other = replacements.get(one.start);
        if (other !== undefined && other.text !== one.text) return false;
        replacements.set(one.start, one);
      }
    }
    if (replacements.size === this.#replacements.size || this.#readsLeft === 0) return false;
    this.#readsLeft--;
    const edits = new Edits();
    for (const { start, end, text } of replacements.values()) edits.replace(start, end, text);
    const bytes = await edits.collect(this.#file.text);
    const renamed = new Map(this.#renamed);
    for (const { before, after } of entries) renamed.set(before.name, after);
    if (!isDeepStrictEqual(await this.#read(bytes), this.#rowsWith(renamed))) return false;
    this.#replacements = replacements;
    this.#renamed = renamed;
    this.#bytes = bytes;
    return true;
  }

  #replacementsOf({ ways, offset }: SoughtEntry, skip: number): NameReplacement[] | null {
    const separator = this.#newSeparator;
    const joins = ({ old, new: next }: PartChange): boolean =>
      separator !== null && next.includes(separator) && !old.includes(separator);
    for (const parts of ways) {
      if (parts.some(joins)) continue;
      const found = parts.map((part) => this.#places.find(part.old, part.new, offset, skip));
      if (found.every((one) => one !== null)) return found.flat();
    }
    return null;
  }

  #rowsWith(renamed: ReadonlyMap<string, FileRow>): FileRow[] {
    return this.#file.rows.map((row) => renamed.get(row.name) ?? row);
  }

  /** Returns the rows of a file. Null if the file is invalid. */
  async #read(bytes: Uint8Array): Promise<FileRow[] | null> {
    const { format, options } = this.#file;
    const rows: FileRow[] = [];
    try {
      const batches = format.read(oneChunk(bytes), { ...options, warn: () => {} });
      for await (const batch of batches) rows.push(...batch);
      return rows;
    } catch (error) {
      if (error instanceof FormatError) return null;
      throw error;
    }
  }
}
