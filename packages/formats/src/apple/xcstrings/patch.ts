import type { FilePlural, FileRow, PatchOptions, PatchReport } from '../../format.ts';
import { type Child, editObject } from '../../json/entries/edit-object.ts';
import { type Style, XCODE } from '../../json/entries/render.ts';
import {
  type EntryHandler,
  EntryScanner,
  type JsonMember,
  type JsonObject,
} from '../../json/entries/scan.ts';
import { styleOf } from '../../json/entries/style-of.ts';
import { NumberColumn, TextColumn } from '../../names/columns.ts';
import { NameIndex } from '../../names/name-index.ts';
import { decodeBase, Edits } from '../../patch/edits.ts';
import { scanText } from '../../patch/scan.ts';
import { type NewRow, WantedRows } from '../../patch/wanted.ts';
import { Yielder } from '../../text/yielder.ts';
import { formOf } from '../form-name.ts';
import type { CatalogEntry } from './entry.ts';
import { hasVariable, keysOf, placeOf, pluralOf } from './layout.ts';
import { compareNatural, sortNatural } from './order.ts';
import { EntryPatch, type PatchContext, stateOf } from './patch-entry.ts';
import { CATALOG, CatalogChecker } from './read.ts';
import { ENTRY_DEPTH, entriesOf, type Locales, localesOf, renderEntry, rowsOf } from './write.ts';

interface Candidate {
  readonly name: string;
  readonly plural: FilePlural | undefined;
  readonly isNamed: boolean;
}

/**
 * Writes a string catalog in which texts and states of the base file are replaced. All other bytes
 * stay unchanged.
 */
export async function* patchXcstrings(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const candidates = new Map<string, Candidate[]>();
  const wanted = await WantedRows.collect(withCandidates(rows, candidates), options);
  const source = await decodeBase(base);
  const patcher = new Patcher(source.text, wanted, candidates, options);
  const scanner = new EntryScanner(patcher, options.limits, CATALOG);
  await scanText(source.text, scanner);
  scanner.end();
  await patcher.end(scanner.entries!, new Yielder());
  yield* patcher.edits.apply(source, options.observe);
  return wanted.report;
}

async function* withCandidates(
  rows: AsyncIterable<FileRow[]>,
  candidates: Map<string, Candidate[]>,
): AsyncGenerator<FileRow[], void> {
  for await (const batch of rows) {
    for (const row of batch) {
      const said = pluralOf(row);
      const plural = said ?? formOf(row.name) ?? undefined;
      if (plural === undefined && !row.name.endsWith(']')) continue;
      const candidate = { name: row.name, plural, isNamed: said !== plural };
      for (const key of keysOf(plural?.family ?? row.name, plural !== undefined)) {
        const keyCandidates = candidates.get(key);
        if (keyCandidates === undefined) candidates.set(key, [candidate]);
        else keyCandidates.push(candidate);
      }
    }
    yield batch;
  }
}

class Patcher implements EntryHandler {
  readonly edits = new Edits();
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #candidates: ReadonlyMap<string, readonly Candidate[]>;
  readonly #locales: Locales;
  readonly #localeTags: readonly string[];
  readonly #checker: CatalogChecker;
  readonly #style: Style;
  readonly #index = new NameIndex();
  readonly #keys = new TextColumn();
  readonly #starts = new NumberColumn();
  readonly #ends = new NumberColumn();
  readonly #removed = new Set<number>();
  #lastKey = '';
  #isSorted = true;

  constructor(
    file: string,
    wanted: WantedRows,
    candidates: ReadonlyMap<string, readonly Candidate[]>,
    options: PatchOptions,
  ) {
    this.#file = file;
    this.#wanted = wanted;
    this.#candidates = candidates;
    this.#style = styleOf(file, XCODE);
    this.#locales = localesOf(options, this.#style);
    this.#localeTags = options.localeTags;
    this.#checker = new CatalogChecker(options);
  }

  property(member: JsonMember): void {
    this.#checker.property(member);
  }

  entry(member: JsonMember): void {
    const entry = this.#checker.entry(member);
    const { key } = entry;
    this.#isSorted &&= this.#keys.length === 0 || compareNatural(this.#lastKey, key) < 0;
    this.#lastKey = key;
    const index = this.#keys.length;
    this.#index.add(key);
    this.#keys.push(key);
    this.#starts.push(member.start);
    this.#ends.push(member.value.end);
    if (this.#isUnchanged(entry)) {
      this.#wanted.setPlace(key, member.value.end);
      return;
    }
    const names = this.#namesOf(entry);
    if (!new EntryPatch(entry, names, this.#context).apply()) {
      this.#removed.add(index);
      return;
    }
    for (const name of names.keys()) this.#wanted.setPlace(name, member.value.end);
  }

  async end(strings: JsonObject, yielder: Yielder): Promise<void> {
    this.#checker.end();
    const added: FileRow[] = [];
    const places = new Map<string, number>();
    for (const { row, place } of this.#wanted.newRows() as Iterable<NewRow>) {
      added.push(row);
      if (place !== null) places.set(row.name, place);
      this.#wanted.report.inserted += row.values.length;
    }
    const insertions: { after: number; text: string }[] = [];
    const indexOfEnd = this.#isSorted ? null : this.#indexesOfEnds();
    const entries = await entriesOf(added, yielder);
    const keys = [...entries.keys()];
    for (const key of this.#isSorted ? await sortNatural(keys) : keys) {
      const entry = entries.get(key)!;
      const rows = rowsOf(entry);
      if (this.#index.has(key)) {
        for (const row of rows) {
          this.#wanted.report.inserted -= row.values.length;
          this.#wanted.refuse(row.name, 'no_place', 'the entry of the base has no such text');
        }
        continue;
      }
      const text = renderEntry(key, entry, { ...this.#locales, extraction: 'manual' }, this.#style);
      const end = rows.map(({ name }) => places.get(name)).find((place) => place !== undefined);
      const after =
        indexOfEnd === null
          ? this.#indexBefore(key)
          : (indexOfEnd.get(end ?? -1) ?? this.#keys.length - 1);
      insertions.push({ after, text });
      if (yielder.isDue()) await yielder.pause();
    }
    const children: Child[] = [];
    for (let index = 0; index < this.#keys.length; index++) {
      children.push({ start: this.#starts.at(index), end: this.#ends.at(index) });
    }
    const isRemoved = (index: number) => this.#removed.has(index);
    const object = { ...strings, depth: ENTRY_DEPTH };
    editObject(this.edits, { object, children, isRemoved, added: insertions }, this.#style);
  }

  get #context(): PatchContext {
    return {
      edits: this.edits,
      file: this.#file,
      wanted: this.#wanted,
      localeTags: this.#localeTags,
      sourceLocaleTag: this.#locales.sourceLocaleTag,
      style: this.#style,
    };
  }

  #isUnchanged({ key, locales, isKeyText }: CatalogEntry): boolean {
    if (this.#candidates.has(key)) return false;
    const wanted = this.#wanted;
    const { sourceLocaleTag } = this.#locales;
    if (isKeyText && !wanted.hasText(key, sourceLocaleTag, key)) return false;
    if (isKeyText && wanted.stateOf(key, sourceLocaleTag) === 'needs_review') return false;
    let present = Number(isKeyText);
    for (const { localeTag, texts } of locales) {
      const [unit] = texts;
      if (unit === undefined || texts.length > 1 || unit.name !== key) return false;
      const { text } = unit;
      if (text === undefined || !wanted.hasText(key, localeTag, text)) return false;
      const state = wanted.stateOf(key, localeTag) ?? undefined;
      if (stateOf(unit, false, state) !== undefined) return false;
      present += 1;
    }
    if (present === this.#localeTags.length) return true;
    const has = (tag: string): boolean =>
      (isKeyText && tag === sourceLocaleTag) || locales.some(({ localeTag }) => localeTag === tag);
    return this.#localeTags.every((tag) => has(tag) || wanted.stateOf(key, tag) === null);
  }

  #namesOf(entry: CatalogEntry): Map<string, FilePlural | undefined> {
    const { key, locales } = entry;
    const names = new Map<string, FilePlural | undefined>([[key, undefined]]);
    for (const { texts } of locales) for (const { name, plural } of texts) names.set(name, plural);
    const candidates = this.#candidates.get(key) ?? [];
    const isFrame = candidates.length > 0 && this.#isFrame(entry);
    for (const { name, plural, isNamed } of candidates) {
      if (names.has(name)) continue;
      const family = plural?.family ?? name;
      if (isNamed) {
        const sibling = siblingOf(entry, family);
        if (sibling !== undefined) names.set(name, { ...sibling, category: plural!.category });
        continue;
      }
      const place = placeOf(family, plural !== undefined, (frame) => frame === key && isFrame);
      if (family === key || place.key === key) names.set(name, plural);
    }
    return names;
  }

  #isFrame({ key, locales, isKeyText }: CatalogEntry): boolean {
    return (
      (isKeyText && hasVariable(key)) ||
      locales.some(({ substitutions }) => substitutions.length > 0) ||
      this.#localeTags.some((tag) => hasVariable(this.#wanted.valueOf(key, tag)?.text ?? ''))
    );
  }

  /**
   * Returns the index of the last entry before the position of a key in the sort order. Returns -1
   * if there is none. The entries must be sorted.
   */
  #indexBefore(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareNatural(this.#keys.at(middle), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #indexesOfEnds(): Map<number, number> {
    const indexes = new Map<number, number>();
    for (let index = 0; index < this.#ends.length; index++)
      indexes.set(this.#ends.at(index), index);
    return indexes;
  }
}

const siblingOf = ({ locales }: CatalogEntry, family: string): FilePlural | undefined =>
  locales.flatMap(({ texts }) => texts).find(({ plural }) => plural?.family === family)?.plural;
