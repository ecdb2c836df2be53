import { FormatError, type FormatLimits } from '../../format.ts';
import { type JsonTokenHandler, JsonTokenizer } from '../tokens.ts';

interface EntryPosition {
  readonly line: number;
  readonly column: number;
}

interface Span {
  readonly start: number;
  end: number;
  readonly place: EntryPosition;
}

export interface JsonString extends Span {
  readonly kind: 'string';
  readonly text: string;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  /** Nesting depth of the object. The outermost object has the depth 1. */
  readonly depth: number;
  readonly members: JsonMember[];
}

/** A number, boolean, null or array. The elements of an array are not read. */
interface JsonOther extends Span {
  readonly kind: 'other';
  readonly source: string;
}

export type JsonValue = JsonString | JsonObject | JsonOther;

export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly keyEnd: number;
  readonly value: JsonValue;
}

export interface EntryHandler {
  entry(member: JsonMember): void;
  /** Receives each member of the root object. The member with the entries is left out. */
  property?(member: JsonMember): void;
}

export interface EntryPlace {
  /** Kind of file for error messages, such as `a string catalog`. */
  readonly what: string;
  /**
   * Name of the root's member that contains the entries. Null if the root itself contains the
   * entries.
   */
  readonly container: string | null;
  /** True if the file may contain comments. */
  readonly hasComments?: boolean;
}

interface OpenMember {
  readonly name: string;
  readonly start: number;
  readonly keyEnd: number;
}

/** Maximum number of JSON values in an entry. The whole entry is held in memory. */
const MAX_ENTRY_VALUES = 50_000;

/**
 * Finds the entries of a JSON file and their offsets. The file is passed in pieces. Only the
 * current entry is held in memory.
 */
export class EntryScanner implements JsonTokenHandler {
  entries: JsonObject | null = null;
  readonly #handler: EntryHandler;
  readonly #place: EntryPlace;
  readonly #depth: number;
  readonly #tokenizer: JsonTokenizer;
  readonly #open: JsonObject[] = [];
  readonly #members: (OpenMember | null)[] = [];
  #array: { start: number; place: EntryPosition; depth: number } | null = null;
  #skippedDepth = 0;
  #valueCount = 0;
  #key = '';

  constructor(handler: EntryHandler, limits: FormatLimits, place: EntryPlace) {
    this.#handler = handler;
    this.#place = place;
    this.#depth = place.container === null ? 1 : 2;
    const { depth, keyNameLength: memberLength, valueLength } = limits;
    const tokens = { depth, memberLength, valueLength };
    this.#tokenizer = new JsonTokenizer(this, tokens, place.hasComments);
  }

  /** @throws FormatError, after which the scanner cannot be used */
  write(piece: string): void {
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
    if (this.entries !== null) return;
    const { what, container } = this.#place;
    throw new FormatError(`${what} has no "${container}"`, { line: 1 });
  }

  path(): string {
    return this.#key;
  }

  startObject(): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth += 1;
      return;
    }
    const { tokenStart: start, position: place } = this.#tokenizer;
    const depth = this.#open.length + 1;
    const object: JsonObject = { kind: 'object', start, end: start, place, depth, members: [] };
    this.#open.push(object);
    this.#members.push(null);
    if (this.#isContainer()) this.entries = object;
    this.#count(place);
  }

  endObject(): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
      return;
    }
    const object = this.#open.pop()!;
    this.#members.pop();
    object.end = this.#tokenizer.tokenStart + 1;
    if (object !== this.entries) this.#take(object);
  }

  startArray(): void {
    if (this.#skippedDepth === 0) {
      const { tokenStart: start, position: place } = this.#tokenizer;
      this.#array = { start, place, depth: this.#open.length };
    }
    this.#skippedDepth += 1;
  }

  endArray(): void {
    this.#skippedDepth -= 1;
    if (this.#skippedDepth > 0) return;
    const { start, place } = this.#array!;
    const end = this.#tokenizer.tokenStart + 1;
    this.#take({ kind: 'other', source: 'an array', start, end, place });
  }

  member(name: string): void {
    if (this.#skippedDepth > 0) return;
    const { tokenStart: start, stringEnd: keyEnd } = this.#tokenizer;
    this.#members[this.#members.length - 1] = { name, start, keyEnd };
    if (this.#open.length !== this.#depth || this.#open.at(-1) !== this.entries) return;
    this.#key = name;
    this.#valueCount = 0;
  }

  string(text: string): void {
    if (this.#skippedDepth > 0) return;
    const { tokenStart: start, stringEnd: end, position: place } = this.#tokenizer;
    this.#take({ kind: 'string', text, start, end, place });
  }

  literal(source: string): void {
    if (this.#skippedDepth > 0) return;
    const { tokenStart: start, position: place } = this.#tokenizer;
    this.#take({ kind: 'other', source, start, end: start + source.length, place });
  }

  #isContainer(): boolean {
    if (this.#open.length !== this.#depth) return false;
    return this.#depth === 1 || this.#members[0]?.name === this.#place.container;
  }

  #count(place: EntryPosition): void {
    this.#valueCount += 1;
    if (this.#valueCount <= MAX_ENTRY_VALUES || this.#open.length <= this.#depth) return;
    throw this.#fault(`the entry has more than ${MAX_ENTRY_VALUES} values`, place);
  }

  #take(value: JsonValue): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (value.kind === 'object') return;
      throw this.#fault(`${this.#place.what} must be an object`, value.place);
    }
    const open = this.#members.at(-1)!;
    const member: JsonMember = { ...open, value };
    if (parent === this.entries) {
      this.#handler.entry(member);
      this.#key = '';
    } else if (this.#open.length === 1) {
      const { container } = this.#place;
      if (open.name === container)
        throw this.#fault(`"${container}" must be an object`, value.place);
      this.#handler.property?.(member);
    } else {
      this.#count(value.place);
      parent.members.push(member);
    }
  }

  #fault(message: string, { line, column }: EntryPosition): FormatError {
    return new FormatError(message, { path: this.#key, line, column });
  }
}
