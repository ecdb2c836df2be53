import type { FilePlural, ValueState } from '../../format.ts';
import { editObject } from '../../json/entries/edit-object.ts';
import {
  type Json,
  type Members,
  renderJson,
  renderMember,
  type Style,
} from '../../json/entries/render.ts';
import type { JsonMember, JsonObject } from '../../json/entries/scan.ts';
import type { Edits } from '../../patch/edits.ts';
import type { Replacement, WantedRows } from '../../patch/wanted.ts';
import { type CatalogEntry, type Localization, UNTRANSLATED, type UnitText } from './entry.ts';
import { localizationOf, type Part, placeOf, type Substitutions, unitOf } from './layout.ts';
import { compareNatural } from './order.ts';
import { derivedOthers, sourceFirst } from './read.ts';

export interface PatchContext {
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

export class EntryPatch {
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

  /** Applies the patch to the entry. Returns false if the patch removes all texts of the entry. */
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
      const keyText = keyReplacement === undefined ? this.#reviewedKey() : keyReplacement;
      if (isSource && keyText !== null) parts.push(this.#partOf(key, localeTag, keyText));
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
    if (keyReplacement === null) wanted.report.removed -= 1;
    for (const { localization, replacements, parts } of plans) {
      this.#patchLocalization(localization, replacements, parts);
    }
    for (const [localeTag, parts] of additions) this.#addLocalization(localeTag, parts);
    this.#write();
    return true;
  }

  #reviewedKey(): string | null {
    const { key, isKeyText } = this.#entry;
    const { wanted, sourceLocaleTag } = this.#context;
    return isKeyText && wanted.stateOf(key, sourceLocaleTag) === 'needs_review' ? key : null;
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

  #allowed(text: UnitText, replacement: Replacement): Replacement {
    const { wanted } = this.#context;
    const canGo = text.form?.isRequired === false;
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

  #addLocalization(localeTag: string, parts: readonly Part[]): void {
    const members = localizationOf(parts, localeTag, this.#substitutions());
    if (members === null) this.#context.wanted.report.inserted -= parts.length;
    else this.#newLocalizations.push({ name: localeTag, value: members });
  }

  #substitutions(): Substitutions {
    const { sourceLocaleTag, file } = this.#context;
    const membersByVariable = new Map<string, Members>();
    for (const { substitutions } of sourceFirst(this.#entry.locales, sourceLocaleTag)) {
      for (const { name, value } of substitutions) {
        if (membersByVariable.has(name) || value.kind !== 'object') continue;
        const members = value.members.filter((member) => member.value.kind !== 'object');
        membersByVariable.set(
          name,
          members.map((member) => [
            member.name,
            { raw: file.slice(member.value.start, member.value.end) },
          ]),
        );
      }
    }
    return membersByVariable;
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
    const change = localizations === undefined ? undefined : this.#changes.get(localizations);
    if (change?.added.length === 0 && change.removed.size === localizations!.members.length) {
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

const LOCALIZATION_DEPTH = 4;

/**
 * Returns the review state that must be written to the file. Returns undefined if the file keeps
 * its state.
 */
export function stateOf(
  { text, state, stateMember }: UnitText,
  isChanged: boolean,
  wanted: ValueState | undefined,
): string | undefined {
  const isReview = wanted === 'needs_review';
  if (!isChanged && text !== undefined && isReview === (state === 'needs_review')) return undefined;
  const next = isReview ? 'needs_review' : 'translated';
  return stateMember?.text === next ? undefined : next;
}
