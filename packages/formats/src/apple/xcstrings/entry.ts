import { type FilePlural, FormatError, type ValueState } from '../../format.ts';
import type { JsonMember, JsonObject, JsonString, JsonValue } from '../../json/entries/scan.ts';
import { canonicalTag } from '../../locale/locale-tag.ts';
import { isCategory, requiredForm } from '../../plural/plural-categories.ts';

export interface UnitText {
  readonly name: string;
  readonly plural?: FilePlural;
  readonly text: string | undefined;
  readonly state: ValueState | undefined;
  readonly unit: JsonObject;
  readonly value: JsonString | undefined;
  readonly stateMember: JsonString | undefined;
  readonly form?: Form;
}

interface Form {
  readonly parent: JsonObject;
  readonly member: JsonMember;
  /** True for a form that every plural must have, such as `other`. */
  readonly isRequired: boolean;
}

export interface Localization {
  readonly localeTag: string;
  readonly member: JsonMember;
  readonly texts: UnitText[];
  readonly plurals: Map<string, JsonObject>;
  readonly substitutions: readonly JsonMember[];
}

export interface CatalogEntry {
  readonly key: string;
  readonly object: JsonObject;
  readonly comment: JsonString | undefined;
  readonly isTranslatable: boolean;
  readonly isStale: boolean;
  readonly localizations: JsonObject | undefined;
  readonly locales: readonly Localization[];
  /** True if the entry has no text in the source locale. The key is then the source text. */
  readonly isKeyText: boolean;
  /**
   * Members that are not texts, plural forms, devices or known substitutions. The reader ignores
   * them.
   */
  readonly skipped: readonly { name: string; line: number }[];
}

export const UNTRANSLATED = 'new';

/** Caches canonical locale tags, because all entries of a catalog use the same locale names. */
export type KnownTags = Map<string, string | null>;

export function entryOf(
  { name: key, value }: JsonMember,
  sourceLocaleTag: string,
  tags: KnownTags,
): CatalogEntry {
  return new EntryReader(key, tags).read(value, sourceLocaleTag);
}

const MAX_KNOWN_TAGS = 1000;

/**
 * True for a format specifier of an integer, such as `lld`. False for floating-point specifiers
 * such as `.1f`.
 */
const isInteger = (specifier: string): boolean => !/[aAeEfFgG]$/.test(specifier);

const NONE: readonly JsonMember[] = [];

class EntryReader {
  readonly #key: string;
  readonly #tags: KnownTags;
  readonly #skipped: { name: string; line: number }[] = [];

  constructor(key: string, tags: KnownTags) {
    this.#key = key;
    this.#tags = tags;
  }

  read(value: JsonValue, sourceLocaleTag: string): CatalogEntry {
    const object = this.#requireObject(value, 'an entry');
    const localizations = this.#objectIn(object, 'localizations');
    const shouldTranslate = memberOf(object, 'shouldTranslate')?.value;
    const tags = new Map<string, number>();
    const locales = (localizations?.members ?? NONE).map((member) => {
      const localeTag = this.#tagOf(member.name);
      const { place } = member.value;
      if (localeTag === null) {
        throw this.#fault(`${JSON.stringify(member.name)} is not a locale`, member.value);
      }
      const other = tags.get(localeTag);
      if (other !== undefined) {
        const message = `the locale ${localeTag} is there twice: first on line ${other}`;
        throw this.#fault(message, member.value);
      }
      tags.set(localeTag, place.line);
      return this.#localization(localeTag, member, localeTag === sourceLocaleTag);
    });
    return {
      key: this.#key,
      object,
      comment: this.#stringIn(object, 'comment'),
      isTranslatable: !(shouldTranslate?.kind === 'other' && shouldTranslate.source === 'false'),
      isStale: this.#stringIn(object, 'extractionState')?.text === 'stale',
      localizations,
      locales,
      isKeyText: !tags.has(sourceLocaleTag),
      skipped: this.#skipped,
    };
  }

  #tagOf(name: string): string | null {
    let tag = this.#tags.get(name);
    if (tag === undefined) {
      tag = canonicalTag(name);
      if (this.#tags.size < MAX_KNOWN_TAGS) this.#tags.set(name, tag);
    }
    return tag;
  }

  #localization(localeTag: string, member: JsonMember, isSource: boolean): Localization {
    const object = this.#requireObject(member.value, 'a localization');
    const substitutions = this.#objectIn(object, 'substitutions')?.members ?? NONE;
    const localization: Localization = {
      localeTag,
      member,
      texts: [],
      plurals: new Map(),
      substitutions,
    };
    this.#addUnit(localization, this.#key, object, { isSource, domain: 'integer' });
    const frame = localization.texts.find(({ name }) => name === this.#key)?.text;
    for (const { name: variable, value } of substitutions) {
      const substitution = this.#requireObject(value, 'a substitution');
      const specifier = this.#stringIn(substitution, 'formatSpecifier')?.text ?? 'lld';
      const family = `${this.#key}[${variable}]`;
      const first = localization.texts.length;
      const domain = isInteger(specifier) ? 'integer' : undefined;
      this.#addUnit(localization, family, substitution, { isSource, domain });
      const forms = localization.texts.slice(first).flatMap(({ text }) => text ?? []);
      if (frame === undefined || forms.length === 0) continue;
      const isUsed =
        frame.includes(`#@${variable}@`) || forms.some((text) => text.includes('%arg'));
      if (isUsed) continue;
      const message = `the substitution ${JSON.stringify(variable)} is not in the text, and its forms have no %arg`;
      throw this.#fault(message, value);
    }
    return localization;
  }

  #addUnit(
    localization: Localization,
    name: string,
    object: JsonObject,
    by: { isSource: boolean; domain: 'integer' | undefined },
  ): void {
    const unit = this.#objectIn(object, 'stringUnit');
    const variations = this.#objectIn(object, 'variations');
    if (unit !== undefined && variations !== undefined) {
      throw this.#fault('there must not be both "stringUnit" and "variations"', variations);
    }
    if (unit !== undefined) localization.texts.push(this.#textOf(name, unit, by.isSource));
    for (const kind of variations?.members ?? []) {
      const cases = this.#requireObject(kind.value, `"${kind.name}"`);
      if (kind.name === 'plural') this.#addPlural(localization, name, cases, by);
      else if (kind.name === 'device') {
        for (const device of cases.members) {
          const deviceObject = this.#requireObject(device.value, 'a device');
          this.#addUnit(localization, `${name}[device=${device.name}]`, deviceObject, by);
        }
      } else this.#skip(kind);
    }
  }

  #addPlural(
    localization: Localization,
    family: string,
    parent: JsonObject,
    { isSource, domain }: { isSource: boolean; domain: 'integer' | undefined },
  ): void {
    const required = requiredForm(parent.members, localization.localeTag, domain === 'integer');
    for (const member of parent.members) {
      const { name: category } = member;
      const unit = this.#objectIn(this.#requireObject(member.value, 'a plural form'), 'stringUnit');
      if (!isCategory(category) || unit === undefined) {
        this.#skip(member);
        continue;
      }
      const plural: FilePlural =
        domain === undefined ? { family, category } : { family, category, domain };
      const text = this.#textOf(`${family}.${category}`, unit, isSource);
      const form = { parent, member, isRequired: category === required };
      localization.texts.push({ ...text, plural, form });
    }
    if (memberOf(parent, required) === undefined) {
      throw this.#fault('the plural has no form "other"', parent);
    }
    localization.plurals.set(family, parent);
  }

  #textOf(name: string, unit: JsonObject, isSource: boolean): UnitText {
    const value = this.#stringIn(unit, 'value');
    const stateMember = this.#stringIn(unit, 'state');
    const isMissing = value === undefined || (stateMember?.text === UNTRANSLATED && !isSource);
    const state = stateFrom(stateMember?.text);
    const text = isMissing ? undefined : value.text;
    return { name, text, state, unit, value, stateMember };
  }

  #skip({ name, value }: JsonMember): void {
    this.#skipped.push({ name, line: value.place.line });
  }

  #stringIn(object: JsonObject, name: string): JsonString | undefined {
    const value = memberOf(object, name)?.value;
    if (value === undefined || value.kind === 'string') return value;
    throw this.#fault(`"${name}" must be a string`, value);
  }

  #objectIn(object: JsonObject, name: string): JsonObject | undefined {
    const value = memberOf(object, name)?.value;
    return value === undefined ? undefined : this.#requireObject(value, `"${name}"`);
  }

  #requireObject(value: JsonValue, what: string): JsonObject {
    if (value.kind === 'object') return value;
    throw this.#fault(`${what} must be an object`, value);
  }

  #fault(message: string, { place: { line, column } }: JsonValue): FormatError {
    return new FormatError(message, { path: this.#key, line, column });
  }
}

const memberOf = (object: JsonObject, name: string): JsonMember | undefined =>
  object.members.find((member) => member.name === name);

function stateFrom(state: string | undefined): ValueState | undefined {
  return state === 'needs_review' || state === 'stale' ? 'needs_review' : undefined;
}
