import { LIMITS } from '@parlance/contracts';
import { type FilePlural, type FileRow, NumberColumn, TextColumn } from '@parlance/formats';
import { SAID_PLURALS, type SaidPlural } from '@parlance/messages';
import type { ValueState } from '../../db/schema.generated.ts';
import { WarningList } from './warning-list.ts';

/**
 * The states of texts. A column stores a state as its index in this list. The index 0 means that the file gives no
 * state.
 */
const STATES: readonly (ValueState | null)[] = [null, 'translated', 'needs_review', 'reviewed'];

/**
 * Decision of a staged import about a text. `same`: the text equals the project's value. `older`: the project's value
 * stays. A number: the text replaces the version of the value with this number, or the missing value if it is 0.
 */
export type TextPlan = 'same' | 'older' | number;

const FIRST_VERSION = 2;

/** The texts of one locale in a file, in the order of their keys. */
export class LocaleTexts {
  localeTag: string;
  #keyIndexes = new NumberColumn();
  readonly #texts = new TextColumn();
  readonly #states = new NumberColumn();
  /** Decisions of a staged import about the texts. Empty for an import without a plan. */
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

  /** Adds a text with the decision of a staged import. All texts of a file have such a decision, or none has. */
  pushPlanned(keyIndex: number, text: string, state: ValueState | null, plan: TextPlan): void {
    this.push(keyIndex, text, state);
    if (plan === 'same') this.#plans.push(0);
    else this.#plans.push(plan === 'older' ? 1 : plan + FIRST_VERSION);
  }

  /** Returns the decision of a staged import about a text. Returns null for an import without a plan. */
  planAt(at: number): TextPlan | null {
    if (this.#plans.length === 0) return null;
    const plan = this.#plans.at(at);
    if (plan < FIRST_VERSION) return plan === 0 ? 'same' : 'older';
    return plan - FIRST_VERSION;
  }

  /** Replaces the key index of each text after keys were removed. The order of the keys must not change. */
  moveKeys(newIndexOf: (keyIndex: number) => number): void {
    const moved = new NumberColumn();
    for (let at = 0; at < this.length; at++) moved.push(newIndexOf(this.#keyIndexes.at(at)));
    this.#keyIndexes = moved;
  }

  /** Returns the index of the key to which the text at this position belongs. The index increases with the position. */
  keyIndexAt(at: number): number {
    return this.#keyIndexes.at(at);
  }

  /** True if the file has a text of the key in this locale. */
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

/** A column with texts that only some keys of a file have. */
class SomeTexts {
  readonly #texts = new TextColumn();
  /**
   * For each key index, the position of its text plus one, or 0 if the key has no text. Ends at the last key with a
   * text.
   */
  readonly #places = new NumberColumn();

  push(keyIndex: number, text: string | undefined): void {
    if (text === undefined) return;
    while (this.#places.length < keyIndex) this.#places.push(0);
    this.#texts.push(text);
    this.#places.push(this.#texts.length);
  }

  at(keyIndex: number): string | undefined {
    const place = keyIndex < this.#places.length ? this.#places.at(keyIndex) : 0;
    return place === 0 ? undefined : this.#texts.at(place - 1);
  }
}

/** Properties of a key in a file, other than its texts and its description. */
export interface KeyMarks {
  /** The kind of plural that the file states. Null if the file states none. */
  said: SaidPlural | null;
  /** True if the file marks the text as not to be translated. */
  isUntranslatable: boolean;
  /** Maximum number of characters in a translation. Null if the file states none. */
  maxLength: number | null;
  /**
   * True if the file marks the text as no longer used by the program. Absent in imports that an earlier version of the
   * service staged.
   */
  isStale?: boolean;
}

export const NO_MARKS: KeyMarks = { said: null, isUntranslatable: false, maxLength: null };

const UNTRANSLATABLE = SAID_PLURALS.length + 1;
/**
 * The properties of a key are stored as one number, which is the sum of the kind of plural, {@link UNTRANSLATABLE},
 * this value and a multiple of {@link LENGTH}.
 */
const STALE = 2 * UNTRANSLATABLE;
const LENGTH = 2 * STALE;

/** A column with the properties of a file's keys. */
class MarkColumn {
  /** Empty if no key has any of these properties. */
  readonly #numbers = new NumberColumn();

  push(keyIndex: number, { said, isUntranslatable, maxLength, isStale }: KeyMarks): void {
    if (said === null && !isUntranslatable && maxLength === null && !isStale) return;
    while (this.#numbers.length < keyIndex) this.#numbers.push(0);
    const plural = said === null ? 0 : SAID_PLURALS.indexOf(said) + 1;
    const flags = (isUntranslatable ? UNTRANSLATABLE : 0) + (isStale ? STALE : 0);
    this.#numbers.push(plural + flags + LENGTH * (maxLength ?? 0));
  }

  at(keyIndex: number): KeyMarks {
    if (keyIndex >= this.#numbers.length) return NO_MARKS;
    const number = this.#numbers.at(keyIndex);
    if (number === 0) return NO_MARKS;
    const said = SAID_PLURALS[(number % UNTRANSLATABLE) - 1] ?? null;
    const maxLength = Math.floor(number / LENGTH) || null;
    const isUntranslatable = number % STALE >= UNTRANSLATABLE;
    return { said, isUntranslatable, maxLength, isStale: number % LENGTH >= STALE };
  }
}

/** The content of a file, stored in columns. It takes little more memory than the bytes of the file. */
export interface FileContent {
  readonly names: TextColumn;
  readonly descriptions: SomeTexts;
  /** Ids of the keys in XLIFF files. Contains only ids that differ from the names of the keys. */
  readonly unitIds: SomeTexts;
  readonly marks: MarkColumn;
  readonly locales: LocaleTexts[];
  readonly warnings: WarningList;
}

const saidOf = ({ ordinal, domain }: FilePlural): SaidPlural =>
  ordinal ? 'ordinal' : (domain ?? 'number');

function marksOf({ plural, translatable, maxLength, isStale }: FileRow): KeyMarks {
  const isUntranslatable = translatable === false;
  const hasLength = maxLength !== undefined && maxLength <= LIMITS.valueLength;
  if (!plural && !isUntranslatable && !hasLength && !isStale) return NO_MARKS;
  return {
    said: plural ? saidOf(plural) : null,
    isUntranslatable,
    maxLength: hasLength ? maxLength : null,
    isStale: isStale ?? false,
  };
}

export interface UnmarkedState {
  localeTag: string;
  state: ValueState;
}

/** Collects the rows of a file while the file is read. */
export class ContentBuilder {
  readonly content: FileContent = {
    names: new TextColumn(),
    descriptions: new SomeTexts(),
    unitIds: new SomeTexts(),
    marks: new MarkColumn(),
    locales: [],
    warnings: new WarningList(),
  };
  readonly #byTag = new Map<string, LocaleTexts>();
  /** Plural families of the file that have the form `other`. */
  readonly #withOther = new Set<string>();
  readonly #withoutOther = new Map<string, KeyMarks>();

  /** Adds rows of a file. `unmarked` is the state of texts for which the file states none. */
  add(rows: readonly FileRow[], unmarked: UnmarkedState | null = null): void {
    for (const row of rows) {
      const marks = marksOf(row);
      this.addKey(row, marks, unmarked);
      if (row.plural) this.#noteFamily(row.plural, marks);
    }
  }

  addKey(
    { name, id, description, values }: FileRow,
    marks: KeyMarks,
    unmarked: UnmarkedState | null = null,
  ): void {
    const { names, descriptions, unitIds } = this.content;
    const index = names.length;
    names.push(name);
    descriptions.push(index, description);
    unitIds.push(index, id);
    this.content.marks.push(index, marks);
    for (const { localeTag, text, state } of values) {
      const otherwise = unmarked?.localeTag === localeTag ? unmarked.state : null;
      this.#textsOf(localeTag).push(index, text, state ?? otherwise);
    }
  }

  /**
   * Completes the content. A plural family is recognized by its form `other`. In some languages, such as Russian, no
   * integer selects this form. If a file lacks it for this reason, a key without a text is added.
   */
  finish(): FileContent {
    for (const [family, marks] of this.#withoutOther) {
      this.addKey({ name: `${family}.other`, values: [] }, marks);
    }
    this.#withoutOther.clear();
    return this.content;
  }

  #noteFamily({ family, category }: FilePlural, marks: KeyMarks): void {
    if (category === 'other') {
      this.#withoutOther.delete(family);
      this.#withOther.add(family);
    } else if (!this.#withOther.has(family)) {
      this.#withoutOther.set(family, marks);
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
