import { NumberColumn, TextColumn } from '../../columns.ts';
import type { FilePlural, FileRow, PatchOptions, PatchReport, ValueState } from '../../format.ts';
import { quoteJson } from '../../json-quote.ts';
import { NameIndex } from '../../name-index.ts';
import { Pacer } from '../../pace.ts';
import { decodeBase, Edits } from '../../patch/edits.ts';
import { type NewRow, WantedRows } from '../../patch/wanted.ts';
import { SLICE_BYTES } from '../../utf8.ts';
import { formOf } from '../form-name.ts';
import { type Child, editObject } from './edit-object.ts';
import { type CatalogEntry, type Localization, UNTRANSLATED, type UnitText } from './entry.ts';
import {
  hasVariable,
  keysOf,
  localizationOf,
  type Part,
  placeOf,
  pluralOf,
  type Substitutions,
  unitOf,
} from './layout.ts';
import { compareNatural, sortNatural } from './order.ts';
import { CatalogChecker, derivedOthers, sourceFirst } from './read.ts';
import {
  createStyle,
  type Json,
  type Members,
  renderJson,
  renderMember,
  type Style,
} from './render.ts';
import { type CatalogHandler, CatalogScanner, type JsonMember, type JsonObject } from './scan.ts';
import { ENTRY_DEPTH, entriesOf, type Locales, localesOf, renderEntry, rowsOf } from './write.ts';

/** What becomes of a text of the base: null if it is taken out, undefined if it stays. */
type Replacement = string | null | undefined;

/** A name that an entry may have besides those that the base has. */
interface Candidate {
  readonly name: string;
  readonly plural: FilePlural | undefined;
  /** True if only the name shows that it is a form of a plural. */
  readonly isNamed: boolean;
}

/** Writes a string catalog with other texts and states: everything else stays as it is. */
export async function* patchXcstrings(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const candidates = new Map<string, Candidate[]>();
  const wanted = await WantedRows.collect(withCandidates(rows, candidates), options);
  const source = await decodeBase(base);
  const patcher = new Patcher(source.text, wanted, candidates, options);
  const scanner = new CatalogScanner(patcher, options.limits);
  const pacer = new Pacer();
  for (let start = 0; start < source.text.length; start += SLICE_BYTES) {
    scanner.write(source.text.slice(start, start + SLICE_BYTES));
    if (pacer.isDue()) await pacer.pause();
  }
  scanner.end();
  await patcher.end(scanner.strings!, pacer);
  yield* patcher.edits.apply(source);
  return wanted.report;
}

/** Notes the plural forms, devices and substitutions of the rows by the keys that they may belong to. */
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
        const known = candidates.get(key);
        if (known === undefined) candidates.set(key, [candidate]);
        else known.push(candidate);
      }
    }
    yield batch;
  }
}

class Patcher implements CatalogHandler {
  readonly edits = new Edits();
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #candidates: ReadonlyMap<string, readonly Candidate[]>;
  readonly #locales: Locales;
  readonly #localeTags: readonly string[];
  readonly #checker: CatalogChecker;
  readonly #style: Style;
  /** The entries of the base, in its order. */
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
    this.#locales = localesOf(options);
    this.#localeTags = options.localeTags;
    this.#checker = new CatalogChecker(options);
    this.#style = styleOf(file);
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

  async end(strings: JsonObject, pacer: Pacer): Promise<void> {
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
    const entries = await entriesOf(added, pacer);
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
      const text = renderEntry(key, entry, this.#locales, this.#style);
      const end = rows.map(({ name }) => places.get(name)).find((place) => place !== undefined);
      const after =
        indexOfEnd === null
          ? this.#indexBefore(key)
          : (indexOfEnd.get(end ?? -1) ?? this.#keys.length - 1);
      insertions.push({ after, text });
      if (pacer.isDue()) await pacer.pause();
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

  /** True if the entry has one text in each locale, and the rows have the same ones. */
  #isUnchanged({ key, locales, isKeyText }: CatalogEntry): boolean {
    if (this.#candidates.has(key)) return false;
    const wanted = this.#wanted;
    const { sourceLocaleTag } = this.#locales;
    if (isKeyText && wanted.valueOf(key, sourceLocaleTag)?.text !== key) return false;
    let present = Number(isKeyText);
    for (const { localeTag, texts } of locales) {
      const [unit] = texts;
      if (unit === undefined || texts.length > 1 || unit.name !== key) return false;
      const value = wanted.valueOf(key, localeTag);
      if (value === undefined || value.text !== unit.text) return false;
      if (stateOf(unit, false, value.state) !== undefined) return false;
      present += 1;
    }
    if (present === this.#localeTags.length) return true;
    const has = (tag: string): boolean =>
      (isKeyText && tag === sourceLocaleTag) || locales.some(({ localeTag }) => localeTag === tag);
    return this.#localeTags.every((tag) => has(tag) || wanted.valueOf(key, tag) === undefined);
  }

  /** The names that the entry has in the base or may have in the rows, with their plurals. */
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

  /** True if the text of the key has variables, in the base or in the rows. */
  #isFrame({ key, locales, isKeyText }: CatalogEntry): boolean {
    return (
      (isKeyText && hasVariable(key)) ||
      locales.some(({ substitutions }) => substitutions.length > 0) ||
      this.#localeTags.some((tag) => hasVariable(this.#wanted.valueOf(key, tag)?.text ?? ''))
    );
  }

  /** Index of the last entry of a sorted base that stands before a key, or -1. */
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

/** Returns the plural of another form of a family that the base has. */
const siblingOf = ({ locales }: CatalogEntry, family: string): FilePlural | undefined =>
  locales.flatMap(({ texts }) => texts).find(({ plural }) => plural?.family === family)?.plural;

interface PatchContext {
  readonly edits: Edits;
  readonly file: string;
  readonly wanted: WantedRows;
  readonly localeTags: readonly string[];
  readonly sourceLocaleTag: string;
  readonly style: Style;
}

interface Change {
  readonly removed: Set<JsonMember>;
  readonly added: { readonly name: string; readonly value: Json }[];
}

/** The changes of one entry. */
class EntryPatch {
  readonly #entry: CatalogEntry;
  readonly #names: ReadonlyMap<string, FilePlural | undefined>;
  readonly #context: PatchContext;
  readonly #changes = new Map<JsonObject, Change>();
  readonly #newLocalizations: { name: string; value: Json }[] = [];

  constructor(
    entry: CatalogEntry,
    names: ReadonlyMap<string, FilePlural | undefined>,
    context: PatchContext,
  ) {
    this.#entry = entry;
    this.#names = names;
    this.#context = context;
  }

  /** Returns false if every text of the entry is taken out, and the entry with them. */
  apply(): boolean {
    const { wanted, localeTags, sourceLocaleTag } = this.#context;
    const { key, locales, isKeyText } = this.#entry;
    const keyReplacement = isKeyText ? wanted.replacementOf(key, sourceLocaleTag, key) : undefined;
    const plans = locales.map((localization) => ({
      localization,
      replacements: this.#decide(localization),
      parts: this.#additionsTo(localization),
    }));
    const present = new Set(locales.map(({ localeTag }) => localeTag));
    const additions = new Map<string, Part[]>();
    for (const localeTag of localeTags) {
      if (present.has(localeTag)) continue;
      const isSource = localeTag === sourceLocaleTag;
      const parts = this.#partsOf(localeTag, (name) => !(isSource && name === key));
      if (isSource && typeof keyReplacement === 'string') {
        parts.push(this.#partOf(key, localeTag, keyReplacement));
      }
      if (parts.length > 0) additions.set(localeTag, parts);
    }
    const fates = plans.flatMap(({ localization, replacements }) =>
      localization.texts.flatMap((text) =>
        text.text === undefined && replacements.get(text) === undefined
          ? []
          : [replacements.get(text)],
      ),
    );
    if (isKeyText) fates.push(keyReplacement);
    const isEmptied = additions.size === 0 && plans.every(({ parts }) => parts.length === 0);
    if (isEmptied && fates.length > 0 && fates.every((fate) => fate === null)) return false;
    // The key stays the text of the source locale as long as nothing else is.
    if (keyReplacement === null) wanted.report.removed -= 1;
    for (const { localization, replacements, parts } of plans) {
      this.#patchLocalization(localization, replacements, parts);
    }
    for (const [localeTag, parts] of additions) this.#addLocalization(localeTag, parts);
    this.#write();
    return true;
  }

  #decide(localization: Localization): Map<UnitText, Replacement> {
    const { wanted } = this.#context;
    const { localeTag, texts } = localization;
    const derived = derivedOthers(localization);
    const replacements = new Map<UnitText, Replacement>();
    for (const text of texts) {
      const isDerived = derived.has(text) && wanted.valueOf(text.name, localeTag) === undefined;
      if (isDerived) continue;
      replacements.set(text, wanted.replacementOf(text.name, localeTag, text.text));
    }
    for (const [other, standing] of derived) {
      if (!replacements.has(other)) replacements.set(other, replacements.get(standing));
    }
    return replacements;
  }

  /** The texts of a locale that the base does not have, and that `isWanted` takes. */
  #partsOf(localeTag: string, isWanted: (name: string) => boolean): Part[] {
    const { wanted } = this.#context;
    return [...this.#names.keys()].flatMap((name) => {
      if (!isWanted(name) || wanted.valueOf(name, localeTag) === undefined) return [];
      const text = wanted.replacementOf(name, localeTag, undefined);
      return typeof text === 'string' ? [this.#partOf(name, localeTag, text)] : [];
    });
  }

  #additionsTo({ localeTag, texts }: Localization): Part[] {
    if (!this.#context.localeTags.includes(localeTag)) return [];
    const present = new Set(texts.map(({ name }) => name));
    return this.#partsOf(localeTag, (name) => !present.has(name));
  }

  #partOf(name: string, localeTag: string, text: string): Part {
    const { key } = this.#entry;
    const plural = this.#names.get(name);
    const family = plural?.family ?? name;
    const state = this.#context.wanted.valueOf(name, localeTag)?.state;
    // The name of a literal key may look like that of a device or of a variable.
    const place =
      family === key
        ? { key, variable: null, device: null }
        : placeOf(family, plural !== undefined, (frame) => frame === key);
    return { name, place, plural, text, state };
  }

  #patchLocalization(
    localization: Localization,
    replacements: Map<UnitText, Replacement>,
    parts: readonly Part[],
  ): void {
    const { localeTag, member, texts } = localization;
    const fates = texts.filter(({ text }) => text !== undefined);
    const isEmptied = fates.length > 0 && fates.every((text) => replacements.get(text) === null);
    if (isEmptied && texts.every((text) => typeof replacements.get(text) !== 'string')) {
      if (parts.length === 0) {
        this.#changeOf(this.#entry.localizations!).removed.add(member);
        return;
      }
      const members = localizationOf(parts, localeTag, this.#substitutions());
      if (members !== null) {
        const { edits, style } = this.#context;
        const { start, end } = member.value;
        edits.replace(start, end, renderJson(members, LOCALIZATION_DEPTH, style));
        return;
      }
    }
    for (const text of texts) {
      const replacement = this.#allowed(text, replacements.get(text));
      if (replacement === null) this.#changeOf(text.form!.parent).removed.add(text.form!.member);
      else this.#patchUnit(localeTag, text, replacement);
    }
    for (const part of parts) this.#addPart(localization, part);
  }

  /** Only a plural form other than `other` can go while other texts of the localization stay. */
  #allowed(text: UnitText, replacement: Replacement): Replacement {
    const { wanted } = this.#context;
    const canGo = text.form !== undefined && text.plural?.category !== 'other';
    if (replacement !== null || canGo) return replacement;
    wanted.report.removed -= 1;
    wanted.refuse(text.name, 'no_place', 'other texts of the entry need the text');
    return undefined;
  }

  #patchUnit(localeTag: string, text: UnitText, replacement: string | undefined): void {
    const { wanted, edits, style, sourceLocaleTag } = this.#context;
    const { value, stateMember, unit } = text;
    if (replacement !== undefined) {
      if (value !== undefined) edits.replace(value.start, value.end, style.quote(replacement));
      else this.#changeOf(unit).added.push({ name: 'value', value: replacement });
    }
    const left = replacement ?? text.text;
    if (left === undefined) return;
    const row = wanted.valueOf(text.name, localeTag);
    if (row === undefined && replacement === undefined) return;
    const state = row?.state;
    const isSource = localeTag === sourceLocaleTag;
    if (isSource && stateMember?.text === UNTRANSLATED && state !== 'needs_review') return;
    const next = stateOf(text, replacement !== undefined, state);
    if (next === undefined) return;
    if (stateMember === undefined) this.#changeOf(unit).added.push({ name: 'state', value: next });
    else edits.replace(stateMember.start, stateMember.end, style.quote(next));
  }

  #addPart(localization: Localization, part: Part): void {
    const { wanted } = this.#context;
    const { plural, name } = part;
    const parent = plural === undefined ? undefined : localization.plurals.get(plural.family);
    if (parent !== undefined) {
      this.#changeOf(parent).added.push({ name: plural!.category, value: unitOf(part) });
      return;
    }
    wanted.report.inserted -= 1;
    wanted.refuse(name, 'no_place', 'the localization of the base has no place for the text');
  }

  /** Leaves out what is not complete, as a new file does. */
  #addLocalization(localeTag: string, parts: readonly Part[]): void {
    const members = localizationOf(parts, localeTag, this.#substitutions());
    if (members === null) this.#context.wanted.report.inserted -= parts.length;
    else this.#newLocalizations.push({ name: localeTag, value: members });
  }

  /** What the substitutions of the source locale, or of any other, have besides their forms. */
  #substitutions(): Substitutions {
    const { sourceLocaleTag, file } = this.#context;
    const known = new Map<string, Members>();
    for (const { substitutions } of sourceFirst(this.#entry.locales, sourceLocaleTag)) {
      for (const { name, value } of substitutions) {
        if (known.has(name) || value.kind !== 'object') continue;
        const members = value.members.filter((member) => member.value.kind !== 'object');
        known.set(
          name,
          members.map((member) => [
            member.name,
            { raw: file.slice(member.value.start, member.value.end) },
          ]),
        );
      }
    }
    return known;
  }

  #changeOf(object: JsonObject): Change {
    let change = this.#changes.get(object);
    if (change === undefined) {
      change = { removed: new Set(), added: [] };
      this.#changes.set(object, change);
    }
    return change;
  }

  #write(): void {
    const { localizations, object } = this.#entry;
    const { edits, style } = this.#context;
    if (this.#newLocalizations.length > 0) {
      if (localizations === undefined) {
        const sorted = this.#newLocalizations.toSorted((a, b) => compareNatural(a.name, b.name));
        const value = sorted.map((added) => [added.name, added.value] as const);
        this.#changeOf(object).added.push({ name: 'localizations', value });
      } else {
        this.#changeOf(localizations).added.push(...this.#newLocalizations);
      }
    }
    const own = localizations === undefined ? undefined : this.#changes.get(localizations);
    if (own?.added.length === 0 && own.removed.size === localizations!.members.length) {
      this.#changes.delete(localizations!);
      const member = object.members.find(({ value }) => value === localizations)!;
      this.#changeOf(object).removed.add(member);
    }
    for (const [changed, { removed, added }] of this.#changes) {
      const { members, depth } = changed;
      const insertions = added
        .toSorted((a, b) => compareNatural(a.name, b.name))
        .map(({ name, value }) => ({
          after: members.findLastIndex((member) => compareNatural(member.name, name) < 0),
          text: renderMember(name, value, depth, style),
        }));
      const children = members.map(({ start, value: { end } }) => ({ start, end }));
      const isRemoved = (index: number) => removed.has(members[index]!);
      editObject(edits, { object: changed, children, isRemoved, added: insertions }, style);
    }
  }
}

/** Depth of the members of `localizations`. */
const LOCALIZATION_DEPTH = 4;

/** Returns the state to write, or undefined if the state of the base stays. */
function stateOf(
  { text, state, stateMember }: UnitText,
  isChanged: boolean,
  wanted: ValueState | undefined,
): string | undefined {
  const isReview = wanted === 'needs_review';
  if (!isChanged && text !== undefined && isReview === (state === 'needs_review')) return undefined;
  const next = isReview ? 'needs_review' : 'translated';
  return stateMember?.text === next ? undefined : next;
}

/** The layout of a file, as its first members show it. */
function styleOf(file: string): Style {
  const [, newline = '', indent = ''] = /^\s*\{[ \t]*(\r\n|\r|\n)?([ \t]*)"/.exec(file) ?? [];
  const [, colon = ' : '] = /^\s*\{\s*"(?:[^"\\]|\\.)*"(\s*:\s*)/.exec(file.slice(0, 4096)) ?? [];
  const layout = { newline, indent: newline === '' ? '' : indent, colon };
  return createStyle({ ...layout, quote: quoteJson(file) });
}
