import { keyNameOf } from './names.ts';
import { unescapePo } from './strings.ts';

/** A comment line of an entry. `end` is the offset after the line break. */
export interface PoComment {
  kind: 'flags' | 'previous' | 'extracted' | 'translator';
  text: string;
  start: number;
  end: number;
}

/** An obsolete entry, which is commented out (`#~`) because the program no longer uses its `msgid`. */
export interface ObsoleteEntry {
  /** Key name of the entry. Null if its strings are invalid. */
  name: string | null;
  /** Offset of the first line of the entry. Comments are part of the entry. */
  start: number;
  /** Offset after the last line of the entry and its line break. */
  end: number;
  comments: PoComment[];
}

type Field = 'msgctxt' | 'msgid' | 'msgid_plural' | 'msgstr' | 'domain';

const TOKEN = /[ \t]*(?:(msgctxt|msgid_plural|msgid|msgstr|domain)\b|"((?:[^"\\]|\\.)*)"|[^"])/y;

/** Collects the lines of obsolete entries. Reads only the parts that determine the key name. */
export class ObsoleteLines {
  readonly #take: (entry: ObsoleteEntry) => void;
  #entry: Omit<ObsoleteEntry, 'name'> | null = null;
  #texts = new Map<Field, string>();
  #field: Field | null = null;
  #isBroken = false;

  constructor(take: (entry: ObsoleteEntry) => void) {
    this.#take = take;
  }

  /** Adds a line. `text` is the text after `#~`, and `comments` are the comments before the line. */
  add(text: string, { start, end, comments }: Omit<ObsoleteEntry, 'name'>): void {
    const isPrevious = text.startsWith('|');
    if (isPrevious && this.#texts.has('msgid')) this.finish();
    if (!isPrevious) this.#readLine(text, { start, end, comments });
    this.#entry ??= { start, end, comments };
    this.#entry.end = end;
  }

  finish(): void {
    const entry = this.#entry;
    if (entry === null) return;
    const id = this.#texts.get('msgid');
    const name =
      this.#isBroken || id === undefined ? null : keyNameOf(this.#texts.get('msgctxt'), id);
    this.#entry = null;
    this.#texts = new Map();
    this.#field = null;
    this.#isBroken = false;
    this.#take({ ...entry, name });
  }

  #readLine(line: string, place: Omit<ObsoleteEntry, 'name'>): void {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(line); match !== null; match = TOKEN.exec(line)) {
      const [, keyword, raw] = match;
      if (keyword !== undefined) this.#open(keyword as Field, place);
      else if (raw !== undefined) this.#append(raw);
    }
  }

  #open(field: Field, place: Omit<ObsoleteEntry, 'name'>): void {
    const isNext =
      (field === 'msgctxt' && this.#texts.size > 0) ||
      (field === 'msgid' && this.#texts.has('msgid'));
    if (isNext) {
      this.finish();
      this.#entry = { ...place };
    }
    this.#field = field;
    this.#texts.set(field, '');
  }

  #append(raw: string): void {
    const field = this.#field;
    if (field !== 'msgctxt' && field !== 'msgid') return;
    const text = unescapePo(raw);
    if (typeof text === 'string') this.#texts.set(field, this.#texts.get(field)! + text);
    else this.#isBroken = true;
  }
}
