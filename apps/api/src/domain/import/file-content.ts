import { type FileRow, NumberColumn, TextColumn } from '@parlance/formats';
import type { ValueState } from '../../db/schema.generated.ts';
import { WarningList } from './warning-list.ts';

/** By their numbers in a column; 0: the format says nothing of the state. */
const STATES: readonly (ValueState | null)[] = [null, 'translated', 'needs_review', 'reviewed'];

/** The texts of one locale of a file, in the order of their keys. */
export class LocaleTexts {
  localeTag: string;
  readonly #keyIndexes = new NumberColumn();
  readonly #texts = new TextColumn();
  readonly #states = new NumberColumn();

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

  /** Index of the text's key among the file's names; grows with `at`. */
  keyIndexAt(at: number): number {
    return this.#keyIndexes.at(at);
  }

  textAt(at: number): string {
    return this.#texts.at(at);
  }

  stateAt(at: number): ValueState | null {
    return STATES[this.#states.at(at)]!;
  }
}

/** The descriptions that some of a file's keys have. */
class Descriptions {
  readonly #texts = new TextColumn();
  /** By the indexes of the keys: the place among the texts, 1 for the first; 0 where there is none. */
  readonly #places = new NumberColumn();

  push(text: string | undefined): void {
    if (text !== undefined) this.#texts.push(text);
    this.#places.push(text === undefined ? 0 : this.#texts.length);
  }

  at(keyIndex: number): string | undefined {
    const place = this.#places.at(keyIndex);
    return place === 0 ? undefined : this.#texts.at(place - 1);
  }
}

/** A whole file in memory, in columns: little more than its bytes. */
export interface FileContent {
  readonly names: TextColumn;
  readonly descriptions: Descriptions;
  readonly locales: LocaleTexts[];
  readonly warnings: WarningList;
}

/** Takes the rows of a file as they are read. */
export class ContentBuilder {
  readonly content: FileContent = {
    names: new TextColumn(),
    descriptions: new Descriptions(),
    locales: [],
    warnings: new WarningList(),
  };
  readonly #byTag = new Map<string, LocaleTexts>();

  add(rows: readonly FileRow[]): void {
    const { names, descriptions } = this.content;
    for (const { name, description, values } of rows) {
      const index = names.length;
      names.push(name);
      descriptions.push(description);
      for (const { localeTag, text, state } of values) {
        this.#textsOf(localeTag).push(index, text, state ?? null);
      }
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
