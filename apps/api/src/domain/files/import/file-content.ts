import { LIMITS } from '@parlance/contracts';
import { type FilePlural, type FileRow, NumberColumn, TextColumn } from '@parlance/formats';
import type { DeclaredPlural } from '@parlance/messages';
import type { ValueState } from '../../../db/schema.generated.ts';
import { WarningList } from './warning-list.ts';

/**
 * The states of texts. A column stores a state as its index in this list. The index 0 means that
 * the file contains no state.
 */
const STATES: readonly (ValueState | null)[] = [null, 'translated', 'needs_review', 'reviewed'];

/**
 * Decision of a staged import about a text of the file. `same`: the project already has the text.
 * `older`: the text in the project stays. A number: the text replaces the value if the value has
 * this version, where 0 is a missing value.
 */
export type TextPlan = 'same' | 'older' | number;

const FIRST_VERSION = 2;

export class LocaleTexts {
  localeTag: string;
  #keyIndexes = new NumberColumn();
  readonly #texts = new TextColumn();
  readonly #states = new NumberColumn();
  readonly #plans = new NumberColumn();

  constructor(localeTag: string) {
    this.localeTag = localeTag;
  }

  get length(): number {
    return this.#texts.length;
  }

  push(keyIndex: number, text: string, state: ValueState | null): void {
    this.#keyIndexes.push(keyIndex);
    this.#texts.push(text);
    this.#states.push(STATES.indexOf(state));
  }

  /**
   * Adds a text together with its decision from a staged import. Either all texts of a file have a
   * decision, or none.
   */
  pushPlanned(keyIndex: number, text: string, state: ValueState | null, plan: TextPlan): void {
    this.push(keyIndex, text, state);
    if (plan === 'same') this.#plans.push(0);
    else this.#plans.push(plan === 'older' ? 1 : plan + FIRST_VERSION);
  }

  planAt(at: number): TextPlan | null {
    if (this.#plans.length === 0) return null;
    const plan = this.#plans.at(at);
    if (plan < FIRST_VERSION) return plan === 0 ? 'same' : 'older';
    return plan - FIRST_VERSION;
  }

  moveKeys(newIndexOf: (keyIndex: number) => number): void {
    const moved = new NumberColumn();
    for (let index = 0; index < this.length; index++)
      moved.push(newIndexOf(this.#keyIndexes.at(index)));
    this.#keyIndexes = moved;
  }

  /** Returns the index of the key to which a text belongs. Texts are in the order of their keys. */
  keyIndexAt(at: number): number {
    return this.#keyIndexes.at(at);
  }

  hasKey(keyIndex: number): boolean {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keyIndexes.at(middle) < keyIndex) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.#keyIndexes.at(low) === keyIndex;
  }

  textAt(at: number): string {
    return this.#texts.at(at);
  }

  stateAt(at: number): ValueState | null {
    return STATES[this.#states.at(at)]!;
  }
}

class SomeTexts {
  readonly #texts = new TextColumn();
  /**
   * For each key, the position of its text plus one, or 0 if the key has no text. Keys after the
   * last text have no entry.
   */
  readonly #places = new NumberColumn();

  push(keyIndex: number, text: string | undefined): void {
    if (text === undefined) return;
    while (this.#places.length < keyIndex) this.#places.push(0);
    this.#texts.push(text);
    this.#places.push(this.#texts.length);
  }

  at(keyIndex: number): string | undefined {
    const textNumber = keyIndex < this.#places.length ? this.#places.at(keyIndex) : 0;
    return textNumber === 0 ? undefined : this.#texts.at(textNumber - 1);
  }
}

/** Properties of a key in a file that few keys have. The texts and the description are stored elsewhere. */
export interface KeyFlags {
  /** The kind of plural that the file states. Null if it states none. */
  declared: DeclaredPlural | null;
  isUntranslatable: boolean;
  /** Maximum number of characters in a translation. Null if there is no limit. */
  maxLength: number | null;
  /**
   * True if the file says that the program no longer uses the text. Absent in imports that were
   * staged by an earlier version of the service.
   */
  isStale?: boolean;
}

export const NO_FLAGS: KeyFlags = { declared: null, isUntranslatable: false, maxLength: null };

/** Flags of keys. Keys with equal flags share one object. */
class FlagColumn {
  /** Flags of the keys, up to the last key that has flags. */
  readonly #flags: KeyFlags[] = [];
  readonly #known = new Map<string, KeyFlags>();

  push(keyIndex: number, flags: KeyFlags): void {
    if (flags === NO_FLAGS) return;
    while (this.#flags.length < keyIndex) this.#flags.push(NO_FLAGS);
    const { declared, isUntranslatable, maxLength, isStale } = flags;
    const id = `${declared} ${isUntranslatable} ${maxLength} ${isStale}`;
    const earlierFlags = this.#known.get(id);
    if (!earlierFlags) this.#known.set(id, flags);
    this.#flags.push(earlierFlags ?? flags);
  }

  at(keyIndex: number): KeyFlags {
    return this.#flags[keyIndex] ?? NO_FLAGS;
  }
}

/** The content of a file in columns, which take little more memory than the bytes of the file. */
export interface FileContent {
  readonly names: TextColumn;
  readonly descriptions: SomeTexts;
  /** Ids of the keys in an XLIFF file, if they differ from the names. */
  readonly unitIds: SomeTexts;
  readonly flags: FlagColumn;
  readonly locales: LocaleTexts[];
  readonly warnings: WarningList;
}

const declaredOf = ({ ordinal, domain }: FilePlural): DeclaredPlural =>
  ordinal ? 'ordinal' : (domain ?? 'number');

function flagsOf({ plural, translatable, maxLength, isStale }: FileRow): KeyFlags {
  const isUntranslatable = translatable === false;
  const hasLength = maxLength !== undefined && maxLength <= LIMITS.valueLength;
  if (!plural && !isUntranslatable && !hasLength && !isStale) return NO_FLAGS;
  return {
    declared: plural ? declaredOf(plural) : null,
    isUntranslatable,
    maxLength: hasLength ? maxLength : null,
    isStale: isStale ?? false,
  };
}

export interface UnmarkedState {
  localeTag: string;
  state: ValueState;
}

export class ContentBuilder {
  readonly content: FileContent = {
    names: new TextColumn(),
    descriptions: new SomeTexts(),
    unitIds: new SomeTexts(),
    flags: new FlagColumn(),
    locales: [],
    warnings: new WarningList(),
  };
  readonly #byTag = new Map<string, LocaleTexts>();
  readonly #withOther = new Set<string>();
  readonly #withoutOther = new Map<string, KeyFlags>();

  add(rows: readonly FileRow[], unmarked: UnmarkedState | null = null): void {
    for (const row of rows) {
      const flags = flagsOf(row);
      this.addKey(row, flags, unmarked);
      if (row.plural) this.#noteFamily(row.plural, flags);
    }
  }

  addKey(
    { name, id, description, values }: FileRow,
    flags: KeyFlags,
    unmarked: UnmarkedState | null = null,
  ): void {
    const { names, descriptions, unitIds } = this.content;
    const index = names.length;
    names.push(name);
    descriptions.push(index, description);
    unitIds.push(index, id);
    this.content.flags.push(index, flags);
    for (const { localeTag, text, state } of values) {
      const otherwise = unmarked?.localeTag === localeTag ? unmarked.state : null;
      this.#textsOf(localeTag).push(index, text, state ?? otherwise);
    }
  }

  /**
   * Completes the content. Adds a key without a text for each plural family that lacks the form
   * `other`.
   */
  finish(): FileContent {
    for (const [family, flags] of this.#withoutOther) {
      this.addKey({ name: `${family}.other`, values: [] }, flags);
    }
    this.#withoutOther.clear();
    return this.content;
  }

  #noteFamily({ family, category }: FilePlural, flags: KeyFlags): void {
    if (category === 'other') {
      this.#withoutOther.delete(family);
      this.#withOther.add(family);
    } else if (!this.#withOther.has(family)) {
      this.#withoutOther.set(family, flags);
    }
  }

  #textsOf(localeTag: string): LocaleTexts {
    let texts = this.#byTag.get(localeTag);
    if (!texts) {
      texts = new LocaleTexts(localeTag);
      this.#byTag.set(localeTag, texts);
      this.content.locales.push(texts);
    }
    return texts;
  }
}
