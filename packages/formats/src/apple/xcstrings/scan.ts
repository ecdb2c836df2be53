import { FormatError, type FormatLimits } from '../../format.ts';
import { type JsonTokenHandler, JsonTokenizer } from '../../json/tokens.ts';
import { NumberColumn } from '../../names/columns.ts';

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Offsets of a value in code units. */
interface Span {
  readonly start: number;
  end: number;
  readonly place: Place;
}

export interface JsonString extends Span {
  readonly kind: 'string';
  readonly text: string;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  /** Number of open objects, this one included. */
  readonly depth: number;
  readonly members: JsonMember[];
}

/** A number, a literal, or an array. The elements of an array are ignored. */
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

export interface CatalogHandler {
  entry(member: JsonMember): void;
  /** Receives each member of the root other than `strings`. */
  property(member: JsonMember): void;
}

interface OpenMember {
  readonly name: string;
  readonly start: number;
  readonly keyEnd: number;
}

/** Maximum number of values in one entry, which is held in memory as a whole. */
const MAX_ENTRY_VALUES = 50_000;

/**
 * Finds the entries of a string catalog and their offsets. The file comes in pieces. Of the members of the root, only
 * one entry at a time is in memory.
 */
export class CatalogScanner implements JsonTokenHandler {
  /** The JSON object that contains the entries. The entries themselves are not stored in it. */
  strings: JsonObject | null = null;
  readonly #handler: CatalogHandler;
  readonly #tokenizer: JsonTokenizer;
  readonly #open: JsonObject[] = [];
  readonly #members: (OpenMember | null)[] = [];
  /** Lines of the members of `strings`. */
  readonly #lines = new NumberColumn();
  #array: { start: number; place: Place; depth: number } | null = null;
  #skippedDepth = 0;
  #valueCount = 0;
  #key = '';

  constructor(handler: CatalogHandler, limits: FormatLimits) {
    this.#handler = handler;
    this.#tokenizer = new JsonTokenizer(this, {
      depth: limits.depth,
      memberLength: limits.keyNameLength,
      valueLength: limits.valueLength,
    });
  }

  /** @throws FormatError. The scanner cannot be used afterwards. */
  write(piece: string): void {
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
    if (this.strings !== null) return;
    throw new FormatError('the string catalog has no "strings"', { line: 1 });
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
    if (this.#isInStrings(2)) this.strings = object;
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
    if (object !== this.strings) this.#take(object);
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
    const { tokenStart: start, stringEnd: keyEnd, position } = this.#tokenizer;
    this.#members[this.#members.length - 1] = { name, start, keyEnd };
    if (this.#open.length !== 2 || this.#open[1] !== this.strings) return;
    this.#key = name;
    this.#valueCount = 0;
    this.#lines.push(position.line);
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

  #isInStrings(depth: number): boolean {
    return this.#open.length === depth && this.#members[0]?.name === 'strings';
  }

  #count(place: Place): void {
    this.#valueCount += 1;
    if (this.#valueCount <= MAX_ENTRY_VALUES || !(this.#open.length > 2)) return;
    throw this.#fault(`the entry has more than ${MAX_ENTRY_VALUES} values`, place);
  }

  #take(value: JsonValue): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (value.kind === 'object') return;
      throw this.#fault('a string catalog must be an object', value.place);
    }
    const open = this.#members.at(-1)!;
    const member: JsonMember = { ...open, value };
    if (this.#open.length === 1) {
      if (open.name === 'strings') throw this.#fault('"strings" must be an object', value.place);
      this.#handler.property(member);
    } else if (parent === this.strings) {
      this.#handler.entry(member);
      this.#key = '';
    } else {
      this.#count(value.place);
      parent.members.push(member);
    }
  }

  #fault(message: string, { line, column }: Place): FormatError {
    return new FormatError(message, { path: this.#key, line, column });
  }
}
