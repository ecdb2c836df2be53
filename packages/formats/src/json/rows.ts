import { type FileWarning, FormatError, type FormatLimits } from '../format.ts';
import { NameIndex } from '../names/name-index.ts';
import { DEFAULT_KEY_SEPARATOR, elementName, memberName } from '../names/names.ts';
import { detach, isLongerThan } from '../text/utf8.ts';
import type { WarningCode } from '../warnings.ts';
import type { JsonTokenHandler, JsonTokenizer } from './tokens.ts';

export interface NamedText {
  name: string;
  text: string;
}

export interface JsonLeavesOptions {
  keySeparator: string | null;
  limits: FormatLimits;
  /** True if the root's member `locale` is the locale of the file, as in Angular's files. */
  hasLocale?: boolean;
  warn(warning: FileWarning): void;
}

/**
 * Matches the start of a file that `@angular/localize` reads: `locale` before the object
 * `translations`.
 */
const ANGULAR = /^\s*\{\s*"locale"\s*:\s*"((?:[^"\\]|\\.)*)"\s*,\s*"translations"\s*:\s*\{/;

/** Returns the match of the locale of an Angular file. Null for any other file. */
export const matchAngular = (start: string): RegExpExecArray | null =>
  ANGULAR.exec(start.slice(0, 4096));

interface Container {
  readonly parent: Container | null;
  /** Key name of the object or array. Null for the root. */
  readonly name: string | null;
  /** Index of the next array element. -1 in an object. */
  index: number;
  isEmpty: boolean;
}

/**
 * Collects the texts of a JSON object, in order. Strings are kept unchanged. Numbers and booleans
 * become texts as written. `null`, empty objects and empty arrays are skipped with a warning.
 */
export class JsonLeaves implements JsonTokenHandler {
  readonly #take: (name: string, text: string) => void;
  readonly #separator: string;
  readonly #warnOfJoining: boolean;
  readonly #limits: FormatLimits;
  readonly #hasLocale: boolean;
  readonly #warn: (warning: FileWarning) => void;
  /**
   * The tokenizer that calls this handler. Set later, because the tokenizer needs its handler
   * first.
   */
  #tokenizer: JsonTokenizer | null = null;
  #current: Container | null = null;
  #memberName: string | null = null;
  readonly #innerNames = new NameIndex();
  readonly #innerPlaces: Container[] = [];
  #root: Container | null = null;
  #rootNames = new NameIndex();
  /** Names of the root's members whose value is an object or array. */
  readonly #rootOthers = new NameIndex();
  #hasJoined = false;

  constructor(options: JsonLeavesOptions, take: (name: string, text: string) => void) {
    this.#take = take;
    this.#separator = options.keySeparator ?? DEFAULT_KEY_SEPARATOR;
    this.#warnOfJoining = options.keySeparator === null;
    this.#limits = options.limits;
    this.#hasLocale = options.hasLocale ?? false;
    this.#warn = options.warn;
  }

  attach(tokenizer: JsonTokenizer): void {
    this.#tokenizer = tokenizer;
  }

  get isOpen(): boolean {
    return this.#current !== null;
  }

  startObject(): void {
    this.#start(-1);
  }

  startArray(): void {
    if (this.#current === null) throw this.#fault('expected an object of messages, found an array');
    this.#start(0);
  }

  endObject(): void {
    this.#end('empty_object_skipped', 'an empty object was skipped');
  }

  endArray(): void {
    this.#end('empty_array_skipped', 'an empty array was skipped');
  }

  member(name: string): void {
    const parent = this.#current!.name;
    this.#memberName = parent === null ? name : memberName(parent, name, this.#separator);
  }

  string(text: string): void {
    const isMetadata = this.#isMetadata;
    const name = this.#nextName('a string');
    if (isMetadata) this.#rootOthers.add(name);
    else this.#leaf(name, text);
  }

  /** True if the next string describes the file itself: its JSON Schema or its locale. */
  get #isMetadata(): boolean {
    if (this.#current !== this.#root || this.#current === null) return false;
    return this.#memberName === '$schema' || (this.#hasLocale && this.#memberName === 'locale');
  }

  literal(source: string): void {
    const name = this.#nextName(source);
    if (source === 'null') {
      if (this.#current === this.#root) this.#rootOthers.add(name);
      this.#warn({ path: name, code: 'null_skipped', message: 'null was skipped' });
    } else {
      this.#leaf(name, source);
    }
  }

  path(): string {
    const container = this.#current;
    if (container === null) return '';
    if (container.index >= 0) return elementName(container.name ?? '', container.index);
    return this.#memberName ?? container.name ?? '';
  }

  #start(index: number): void {
    const name = this.#current === null ? null : detach(this.#nextName('an object'));
    if (name !== null && this.#warnOfJoining && !this.#hasJoined) this.#warnJoined(name);
    const parent = this.#current;
    this.#current = { parent, name, index, isEmpty: true };
    if (parent === null) {
      this.#root = this.#current;
      this.#rootNames = this.#tokenizer!.memberNames!;
    } else if (parent === this.#root) {
      this.#rootOthers.add(name!);
    }
    this.#memberName = null;
  }

  #end(code: WarningCode, message: string): void {
    const { name, isEmpty, parent } = this.#current!;
    if (isEmpty && name !== null) this.#warn({ path: name, code, message });
    this.#current = parent;
    this.#memberName = null;
  }

  #nextName(found: string): string {
    const parent = this.#current;
    if (parent === null) throw this.#fault(`expected an object of messages, found ${found}`);
    parent.isEmpty = false;
    const name =
      parent.index === -1 ? this.#memberName! : elementName(parent.name!, parent.index++);
    this.#memberName = null;
    return name;
  }

  #leaf(name: string, text: string): void {
    const { keyNameLength } = this.#limits;
    if (name.length > keyNameLength && isLongerThan(name, keyNameLength)) {
      throw this.#fault(`the key name has more than ${keyNameLength} characters`, name);
    }
    const place = this.#current!;
    const isInner = place !== this.#root;
    if (isInner && this.#rootNames.has(name) && !this.#rootOthers.has(name)) {
      throw this.#meeting(name, this.#root!, place);
    }
    const other = isInner ? this.#innerNames.add(name) : this.#innerNames.indexOf(name);
    if (other !== -1) throw this.#meeting(name, this.#innerPlaces[other]!, place);
    if (isInner) this.#innerPlaces.push(place);
    this.#take(name, text);
  }

  #meeting(name: string, first: Container, second: Container): FormatError {
    const both = `${this.#pointer(first, name)} and ${this.#pointer(second, name)}`;
    return this.#fault(`two strings have the key name ${JSON.stringify(name)}: ${both}`, name);
  }

  /** Returns the JSON Pointer (RFC 6901) of the text with a key name. */
  #pointer(container: Container, name: string): string {
    const segments: string[] = [];
    let child = name;
    for (let at: Container | null = container; at !== null; at = at.parent) {
      const parent = at.name;
      const start =
        parent === null ? 0 : parent.length + (at.index === -1 ? this.#separator.length : 1);
      segments.push(child.slice(start, at.index === -1 ? undefined : -1));
      child = parent ?? '';
    }
    const escaped = segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1'));
    return escaped
      .reverse()
      .map((segment) => `/${segment}`)
      .join('');
  }

  #warnJoined(name: string): void {
    this.#hasJoined = true;
    this.#warn({
      path: name,
      code: 'nested_names_joined',
      message: `the project has no key separator; nested names were joined with ${JSON.stringify(DEFAULT_KEY_SEPARATOR)}`,
    });
  }

  #fault(message: string, path = this.path()): FormatError {
    return new FormatError(message, { path, ...this.#tokenizer!.position });
  }
}
