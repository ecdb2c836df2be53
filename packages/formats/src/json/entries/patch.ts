import type { FileRow, PatchOptions, PatchReport } from '../../format.ts';
import { NumberColumn } from '../../names/columns.ts';
import { decodeBase, Edits } from '../../patch/edits.ts';
import { onlyLocale } from '../../patch/only-locale.ts';
import { scanText } from '../../patch/scan.ts';
import { WantedRows } from '../../patch/wanted.ts';
import { EntryChecker } from './check.ts';
import { DECLARATIONS, faultOfDeclarations, followSource } from './declarations.ts';
import { type Child, editObject } from './edit-object.ts';
import type { EntryProfile } from './profile.ts';
import { type Members, renderMember, type Style } from './render.ts';
import {
  type EntryHandler,
  EntryScanner,
  type JsonMember,
  type JsonObject,
  type JsonString,
  type JsonValue,
} from './scan.ts';
import { findInSource, membersOfObject } from './source-entries.ts';
import { styleOf } from './style-of.ts';
import { membersOf } from './write.ts';

/** Returns a function that patches JSON files by the rules of a profile. */
export const patchEntries = (profile: EntryProfile) =>
  async function* patch(
    base: Uint8Array,
    rows: AsyncIterable<FileRow[]>,
    options: PatchOptions,
  ): AsyncGenerator<Uint8Array, PatchReport> {
    const wanted = await WantedRows.collect(rows, options);
    const source = await decodeBase(base);
    const patcher = new EntriesPatcher(profile, source.text, wanted, options);
    const scanner = new EntryScanner(patcher, options.limits, { ...profile, container: null });
    await scanText(source.text, scanner);
    scanner.end();
    const added = [...wanted.newRows(false)];
    const names = patcher.followed(added.map(({ row }) => row.name));
    const inSource =
      options.sibling !== undefined && names.size > 0
        ? await findInSource(profile, options.sibling, names, options)
        : new Map<string, Members>();
    patcher.end(scanner.entries!, added, inSource);
    yield* patcher.edits.apply(source, options.observe);
    return wanted.report;
  };

/** A text that changes, with the object that declares its placeholders. */
interface ChangedText {
  readonly name: string;
  readonly value: JsonString;
  readonly replacement: string;
  readonly entry: JsonObject | null;
}

interface KeptText {
  readonly name: string;
  readonly text: string;
  readonly entry: JsonObject;
}

class EntriesPatcher implements EntryHandler {
  readonly edits = new Edits();
  readonly #profile: EntryProfile;
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #localeTag: string;
  readonly #checker: EntryChecker;
  readonly #style: Style;
  readonly #starts = new NumberColumn();
  readonly #ends = new NumberColumn();
  readonly #removed = new Set<number>();
  readonly #removedNames = new Set<string>();
  /** Index of the member that describes a text, by the name of the text. */
  readonly #abouts = new Map<string, number>();
  /** Identities of the names that stay in the file, if the format treats different names as equal. */
  readonly #identities = new Set<string>();
  /** Members that declare placeholders of another member, by the name of the text. */
  readonly #declaring = new Map<string, JsonObject>();
  readonly #changed: ChangedText[] = [];
  /** Texts that stay, whose placeholders may have changed in the file of the source locale. */
  readonly #kept: KeptText[] = [];
  readonly #keeps: boolean;
  #lastName: string | null = null;
  #isPlain: boolean | undefined;

  constructor(profile: EntryProfile, file: string, wanted: WantedRows, options: PatchOptions) {
    this.#profile = profile;
    this.#file = file;
    this.#wanted = wanted;
    this.#localeTag = onlyLocale(options, profile.what);
    this.#checker = new EntryChecker(profile, { ...options, localeTag: this.#localeTag });
    this.#style = styleOf(file, profile.style, options);
    this.#keeps = profile.declarations?.isRequired === true && options.sibling !== undefined;
  }

  entry(member: JsonMember): void {
    const part = this.#checker.read(member);
    const index = this.#starts.length;
    const { start, value } = member;
    this.#starts.push(start);
    this.#ends.push(value.end);
    if (part.kind === 'file') return;
    if (part.kind === 'about') {
      this.#abouts.set(part.name, index);
      if (declares(value)) this.#declaring.set(part.name, value);
      if (part.name === this.#lastName) this.#wanted.setPlace(part.name, value.end);
      return;
    }
    const { name, value: text } = part;
    this.#isPlain ??= this.#profile.isPlain?.(member) ?? false;
    const replacement = this.#wanted.replacementOf(name, this.#localeTag, text.text);
    this.#lastName = replacement === null ? null : name;
    if (replacement === null) {
      this.#removed.add(index);
      this.#removedNames.add(name);
      return;
    }
    this.#wanted.setPlace(name, value.end);
    this.#claimIdentity(name);
    const entry = value.kind === 'object' ? value : null;
    if (replacement === undefined) {
      if (entry !== null) this.#keep({ name, text: text.text, entry });
      return;
    }
    if (this.#profile.declarations) this.#changed.push({ name, value: text, replacement, entry });
    else this.edits.replace(text.start, text.end, this.#style.quote(replacement));
  }

  #keep(kept: KeptText): void {
    if (!this.#keeps || this.#profile.declarations!.usedIn(kept.text).length === 0) return;
    this.#kept.push(kept);
  }

  /** Returns the names of texts whose other members must be compared with the source file. */
  followed(added: readonly string[]): Set<string> {
    const { followsSource } = this.#profile;
    const follows = followsSource === 'described' ? this.#declaring.size > 0 : followsSource;
    const changed = [...this.#changed, ...this.#kept].map(({ name }) => name);
    return new Set(follows ? [...added, ...changed] : changed);
  }

  end(
    root: JsonObject,
    added: readonly { row: FileRow; place: number | null }[],
    inSource: ReadonlyMap<string, Members>,
  ): void {
    for (const change of this.#changed) this.#replace(change, inSource.get(change.name));
    for (const kept of this.#kept) this.#correct(kept, inSource.get(kept.name));
    for (const [name, index] of this.#abouts) {
      if (this.#removedNames.has(name)) this.#removed.add(index);
    }
    if (this.#removed.size === 0 && added.length === 0) return;
    const indexOfEnd = new Map<number, number>();
    const children: Child[] = [];
    for (let index = 0; index < this.#starts.length; index++) {
      const end = this.#ends.at(index);
      if (added.length > 0) indexOfEnd.set(end, index);
      children.push({ start: this.#starts.at(index), end });
    }
    const insertions: { after: number; text: string }[] = [];
    const described: { after: number; text: string }[] = [];
    for (const { row, place } of added) {
      if (!this.#claimIdentity(row.name)) {
        this.#wanted.refuse(row.name, 'no_place', this.#profile.sameNames!(row.name).message);
        continue;
      }
      const members = this.#membersOf(row, inSource);
      if (!this.#isDeclared(row.name, row.values[0]!.text, membersIn(members, row.name))) continue;
      this.#wanted.report.inserted += 1;
      const after = (place === null ? undefined : indexOfEnd.get(place)) ?? children.length - 1;
      const about = this.#abouts.get(row.name);
      for (const [name, value] of members) {
        const text = renderMember(name, value, 1, this.#style);
        if (about === undefined) insertions.push({ after, text });
        // The file already describes the text, so only the text is inserted, before its description.
        else if (name === row.name) described.push({ after: about - 1, text });
      }
    }
    insertions.push(...described);
    const isRemoved = (index: number) => this.#removed.has(index);
    editObject(this.edits, { object: root, children, isRemoved, added: insertions }, this.#style);
  }

  #replace({ name, value, replacement, entry }: ChangedText, source: Members | undefined): void {
    const rules = this.#profile.declarations!;
    const object = entry ?? this.#declaring.get(name);
    const own = object === undefined ? undefined : membersOfObject(object, this.#file);
    if (!this.#isDeclared(name, replacement, own, source)) {
      this.#wanted.report.replaced -= 1;
      return;
    }
    this.edits.replace(value.start, value.end, this.#style.quote(replacement));
    if (object === undefined || own === undefined) return;
    const change = { entry: object, own, source, text: replacement };
    followSource(this.edits, change, rules, this.#style);
  }

  #correct({ name, text, entry }: KeptText, source: Members | undefined): void {
    const own = membersOfObject(entry, this.#file);
    const rules = this.#profile.declarations!;
    const notices = followSource(this.edits, { entry, own, source, text }, rules, this.#style);
    for (const notice of notices) this.#wanted.note({ path: name, ...notice });
  }

  /** Refuses a text with an undeclared placeholder if the program requires declarations. */
  #isDeclared(name: string, text: string, ...entries: (Members | undefined)[]): boolean {
    const fault = faultOfDeclarations(this.#profile.declarations, text, entries);
    if (fault !== null) this.#wanted.refuse(name, 'no_place', fault, 'sourceBase');
    return fault === null;
  }

  /** Returns false if the file has another name that the format treats as equal. */
  #claimIdentity(name: string): boolean {
    const identity = this.#profile.identity?.(name);
    if (identity === undefined) return true;
    if (this.#identities.has(identity)) return false;
    this.#identities.add(identity);
    return true;
  }

  #membersOf(row: FileRow, inSource: ReadonlyMap<string, Members>): Members {
    const members = membersOf(this.#profile, row, row.values[0]!.text, this.#isPlain ?? false);
    const others = this.#isPlain ? undefined : inSource.get(row.name);
    if (others === undefined) return members;
    if (this.#profile.aboutOf) return [members[0]!, [this.#profile.aboutOf(row.name), others]];
    return members.map(([name, value]) => {
      if (typeof value === 'string' || 'raw' in value) return [name, value];
      const ownMembers = new Map(value);
      const merged = others.map(([other, its]) => [other, ownMembers.get(other) ?? its] as const);
      const rest = value.filter(([other]) => !others.some(([mergedName]) => mergedName === other));
      return [name, [...merged, ...rest]];
    });
  }
}

const declares = (value: JsonValue): value is JsonObject =>
  value.kind === 'object' && value.members.some(({ name }) => name === DECLARATIONS);

/** Returns the members of a new entry that is an object. */
function membersIn(members: Members, name: string): Members | undefined {
  const value = members.find(([memberName]) => memberName === name)?.[1];
  return value === undefined || typeof value === 'string' || 'raw' in value ? undefined : value;
}
