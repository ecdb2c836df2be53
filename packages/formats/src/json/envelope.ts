import { type FileRow, FormatError } from '../format.ts';
import { Batches } from '../text/batches.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { JsonLeaves, type JsonLeavesOptions, type NamedText } from './rows.ts';
import { TextPlace } from './text-place.ts';
import { type JsonTokenHandler, JsonTokenizer } from './tokens.ts';

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | JsonValue[]
  | { [member: string]: JsonValue };

export type EnvelopePart =
  | { kind: 'content'; type: 'object' | 'string' }
  | { kind: 'leaves'; leaves: NamedText[] }
  /**
   * A piece of the content if the content is a string. A piece never ends inside a surrogate pair.
   */
  | { kind: 'text'; text: string }
  /**
   * A member of the body other than the content. Store such members in a Map, because a name may be
   * `__proto__`.
   */
  | { kind: 'member'; name: string; value: JsonValue };

export interface EnvelopeOptions extends JsonLeavesOptions {
  /** Name of the body's member that contains the content. */
  contentMember: string;
  /** Maximum total length of the members other than the content, in characters. */
  membersLength: number;
  /** Maximum number of values and names in the members other than the content. */
  membersCount: number;
}

/**
 * Reads a JSON body such as `{ "locale": "en", "content": { … }, "targetLocales": ["de"] }` without
 * holding `content` in memory. The texts of `content` are passed on as they are read. All other
 * members are ordinary values.
 *
 * @throws FormatError; `isMalformed` is true if the body is not JSON
 */
export async function* readJsonEnvelope(
  bytes: AsyncIterable<Uint8Array>,
  options: EnvelopeOptions,
): AsyncGenerator<EnvelopePart, void> {
  const envelope = new Envelope(options);
  for await (const piece of decodeUtf8(bytes)) {
    envelope.tokenizer.write(piece);
    yield* envelope.takeParts();
  }
  envelope.tokenizer.end();
  yield* envelope.takeParts();
}

export function leavesToRows(leaves: readonly NamedText[], localeTag: string): FileRow[] {
  return leaves.map(({ name, text }) => ({ name, values: [{ localeTag, text }] }));
}

class Envelope implements JsonTokenHandler {
  readonly tokenizer: JsonTokenizer;
  readonly #options: EnvelopeOptions;
  readonly #leaves: JsonLeaves;
  readonly #batches = new Batches<NamedText>(({ text }) => text.length);
  #parts: EnvelopePart[] = [];
  #isOpen = false;
  /** Member of the body whose value is being read. Null between two members. */
  #member: string | null = null;
  #value: ValueBuilder | null = null;
  #membersLength = 0;
  #membersCount = 0;

  constructor(options: EnvelopeOptions) {
    const { limits } = options;
    this.#options = options;
    this.#leaves = new JsonLeaves(options, (name, text) => this.#batches.add({ name, text }));
    this.tokenizer = new JsonTokenizer(this, {
      depth: limits.depth + 1,
      memberLength: limits.keyNameLength,
      valueLength: limits.valueLength,
    });
    this.#leaves.attach(this.tokenizer);
  }

  takeParts(): EnvelopePart[] {
    for (const leaves of this.#batches.takeFull()) this.#parts.push({ kind: 'leaves', leaves });
    const parts = this.#parts;
    if (parts.length > 0) this.#parts = [];
    return parts;
  }

  startObject(): void {
    if (this.#member === null) {
      this.#isOpen = true;
      return;
    }
    if (!this.#isContent()) {
      this.#build().start({});
      return;
    }
    if (!this.#leaves.isOpen) {
      this.tokenizer.stringSink = null;
      this.#parts.push({ kind: 'content', type: 'object' });
    }
    this.#leaves.startObject();
  }

  endObject(): void {
    if (this.#member === null) return;
    if (!this.#isContent()) {
      this.#end();
      return;
    }
    this.#leaves.endObject();
    if (this.#leaves.isOpen) return;
    for (const leaves of this.#batches.takeAll()) this.#parts.push({ kind: 'leaves', leaves });
    this.#member = null;
  }

  startArray(): void {
    if (this.#isContent()) this.#contentPart('an array').startArray();
    else this.#build().start([]);
  }

  endArray(): void {
    if (this.#isContent()) this.#leaves.endArray();
    else this.#end();
  }

  member(name: string): void {
    if (this.#leaves.isOpen) {
      this.#leaves.member(name);
    } else if (this.#value !== null) {
      this.#count(name.length + 3);
      this.#value.member(name);
    } else {
      this.#member = name;
      if (!this.#isContent()) return;
      let hasBegun = false;
      const place = new TextPlace();
      this.tokenizer.faultInSink = (message, text, index) => {
        place.advance(text.slice(0, index));
        return new FormatError(message, place.position);
      };
      this.tokenizer.stringSink = (text) => {
        place.advance(text);
        if (!hasBegun) this.#parts.push({ kind: 'content', type: 'string' });
        hasBegun = true;
        if (text !== '') this.#parts.push({ kind: 'text', text });
      };
    }
  }

  string(text: string): void {
    if (!this.#isContent()) {
      this.#count(text.length + 2);
      this.#put(text);
    } else if (this.#leaves.isOpen) {
      this.#leaves.string(text);
    } else {
      this.tokenizer.stringSink?.(text);
      this.tokenizer.stringSink = null;
      this.#member = null;
    }
  }

  literal(source: string): void {
    if (this.#isContent()) {
      this.#contentPart(source).literal(source);
      return;
    }
    this.#count(source.length);
    this.#put(
      source === 'null'
        ? null
        : source === 'true' || source === 'false'
          ? source === 'true'
          : Number(source),
    );
  }

  path(): string {
    return this.#leaves.isOpen ? this.#leaves.path() : (this.#member ?? '');
  }

  #isContent(): boolean {
    return this.#member === this.#options.contentMember;
  }

  #contentPart(found: string): JsonLeaves {
    if (this.#leaves.isOpen) return this.#leaves;
    throw this.#fault(`expected an object of messages or a string, found ${found}`);
  }

  #build(): ValueBuilder {
    if (!this.#isOpen) throw this.#fault('expected an object, found an array');
    this.#count(2);
    this.#value ??= new ValueBuilder();
    return this.#value;
  }

  #put(value: JsonValue): void {
    if (!this.#isOpen) {
      throw this.#fault(
        `expected an object, found ${value === null ? 'null' : `a ${typeof value}`}`,
      );
    }
    if (this.#value === null) this.#endMember(value);
    else this.#value.put(value);
  }

  #end(): void {
    const value = this.#value?.end();
    if (value !== undefined) this.#endMember(value);
  }

  #endMember(value: JsonValue): void {
    this.#parts.push({ kind: 'member', name: this.#member ?? '', value });
    this.#member = null;
    this.#value = null;
  }

  #count(length: number): void {
    this.#membersLength += length;
    this.#membersCount += 1;
    const { membersLength, membersCount, contentMember } = this.#options;
    if (this.#membersLength > membersLength) {
      throw this.#fault(
        `the members other than ${contentMember} have more than ${membersLength} characters in total`,
      );
    }
    if (this.#membersCount > membersCount) {
      throw this.#fault(
        `the members other than ${contentMember} have more than ${membersCount} values`,
      );
    }
  }

  #fault(message: string): FormatError {
    return new FormatError(message, { path: this.path(), ...this.tokenizer.position });
  }
}

type JsonContainer = JsonValue[] | { [member: string]: JsonValue };

/**
 * Builds objects and arrays as `JSON.parse` does. A member named `__proto__` does not set the
 * prototype.
 */
class ValueBuilder {
  readonly #open: JsonContainer[] = [];
  readonly #members: string[] = [];

  start(container: JsonContainer): void {
    if (this.#open.length > 0) this.put(container);
    this.#open.push(container);
  }

  member(name: string): void {
    this.#members[this.#open.length] = name;
  }

  put(value: JsonValue): void {
    const parent = this.#open.at(-1);
    if (Array.isArray(parent)) {
      parent.push(value);
    } else if (parent !== undefined) {
      Object.defineProperty(parent, this.#members[this.#open.length] ?? '', {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }

  /**
   * Ends the innermost open object or array. Returns the value when the outermost one has ended.
   */
  end(): JsonContainer | undefined {
    const ended = this.#open.pop();
    return this.#open.length === 0 ? ended : undefined;
  }
}
