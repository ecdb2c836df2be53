import {
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import type { FileRow, ReadOptions } from '../format.ts';
import { FormatError } from '../format.ts';
import { canonicalTag, isLocaleOfImport, languageOf } from '../locale/locale-tag.ts';
import { DEFAULT_KEY_SEPARATOR, elementName, memberName } from '../names/names.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { faultAt, offsetOf, parseYaml, tooDeep } from './parse.ts';
import { findRootLocale } from './root-locale.ts';
import { rubyKindOf } from './ruby-scalars.ts';

/** Receives the collections and scalars of a YAML file during reading. */
export interface YamlVisitor {
  /**
   * Receives the start of a collection. `name` is undefined for the root of a file whose root key
   * is a locale.
   */
  open(
    name: string | null | undefined,
    event: MappingEvent | SequenceEvent,
    keys: ReadonlyMap<string, number> | null,
  ): void;
  close(): void;
  key(key: string, event: ScalarEvent): void;
  /** Receives a scalar. `text` is null for a null value. */
  leaf(name: string, text: string | null, event: ScalarEvent): void;
}

interface Frame {
  /** Key name of the mapping or sequence. Null for the outermost one. */
  readonly name: string | null;
  readonly keys: Map<string, number> | null;
  key: string | null;
  count: number;
  readonly isSequence: boolean;
}

const CORE_PREFIX = 'tag:yaml.org,2002:';
/** Plain scalars that YAML 1.2.2 section 10.3.2 resolves to null. */
const NULL_SOURCES = new Set(['', '~', 'null', 'Null', 'NULL']);
const SCALAR_TAGS = new Set(['str', 'int', 'float', 'bool', 'null']);

/**
 * Yields the rows of a YAML text.
 * @throws FormatError with line and column.
 */
export function* rowsOfYaml(text: string, options: ReadOptions): Generator<FileRow[], void> {
  const events = parseYaml(text, options.limits.depth);
  const leaves = new YamlLeaves(text, events, options);
  const batches = new Batches<FileRow>(rowLength);
  for (const row of leaves.rows()) {
    batches.add(row);
    yield* batches.takeFull();
  }
  yield* batches.takeAll();
}

/**
 * Passes a YAML text to a visitor.
 * @throws FormatError for the same texts as {@link rowsOfYaml}
 */
export function* visitYaml(
  text: string,
  options: ReadOptions,
  visitor: YamlVisitor,
): Generator<void, void> {
  const events = parseYaml(text, options.limits.depth);
  for (const _ of new YamlLeaves(text, events, options, visitor).rows()) yield;
}

/**
 * Converts the events of a document to rows. Rejects YAML features that localization files do not
 * need.
 */
class YamlLeaves {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #options: ReadOptions;
  readonly #separator: string;
  readonly #frames: Frame[] = [];
  readonly #places = new Map<string, number>();
  #hasRootLocale = false;
  /** Keys above the next text that Ruby reads as other values, with these values. */
  #keysOfRuby: (readonly [key: string, kind: string])[] = [];
  #hasJoined = false;
  #offset = 0;

  readonly #visitor: YamlVisitor | undefined;

  constructor(text: string, events: readonly Event[], options: ReadOptions, visitor?: YamlVisitor) {
    this.#visitor = visitor;
    this.#text = text;
    this.#events = events;
    this.#options = options;
    this.#separator = options.keySeparator ?? DEFAULT_KEY_SEPARATOR;
  }

  *rows(): Generator<FileRow, void> {
    this.#checkDocument();
    this.#findLocale();
    for (let at = 1; at < this.#events.length; at++) {
      const event = this.#events[at]!;
      const offset = offsetOf(event);
      if (offset !== -1) this.#offset = offset;
      switch (event.type) {
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE:
          this.#open(event.type === EVENT_ID.SEQUENCE, event);
          break;
        case EVENT_ID.SCALAR: {
          const row = this.#scalar(event);
          if (row !== null) yield row;
          break;
        }
        case EVENT_ID.ALIAS:
          throw this.#fault('aliases (*name) are not supported');
        case EVENT_ID.POP:
          this.#close();
          break;
        case EVENT_ID.DOCUMENT: {
          const next = this.#events[at + 1];
          const place = next === undefined ? -1 : offsetOf(next);
          this.#offset = place === -1 ? this.#text.length : place;
          throw this.#fault('a file must contain a single document');
        }
      }
    }
  }

  #checkDocument(): void {
    const [document, root] = this.#events;
    if (document?.type !== EVENT_ID.DOCUMENT || root === undefined) throw emptyFile();
    for (const directive of document.directives) {
      if (directive.kind !== 'tag') continue;
      this.#offset = Math.max(0, this.#text.indexOf('%TAG'));
      throw this.#fault('%TAG directives are not supported');
    }
    const offset = offsetOf(root);
    if (offset !== -1) this.#offset = offset;
    if (root.type === EVENT_ID.MAPPING) return;
    if (root.type === EVENT_ID.SCALAR && this.#isNull(root)) throw emptyFile();
    if (root.type === EVENT_ID.ALIAS) throw this.#fault('aliases (*name) are not supported');
    const found = root.type === EVENT_ID.SEQUENCE ? 'a sequence' : 'a scalar';
    throw this.#fault(`expected a mapping of messages, found ${found}`);
  }

  #findLocale(): void {
    const root = findRootLocale(this.#events, this.#text, this.#options);
    if (root === null) return;
    const { localeTag, sourceLocaleTag } = this.#options;
    this.#hasRootLocale = true;
    if (root === canonicalTag(localeTag)) return;
    if (localeTag !== sourceLocaleTag && isLocaleOfImport(root, this.#options)) return;
    if (localeTag !== sourceLocaleTag || languageOf(root) !== languageOf(localeTag)) {
      throw this.#fault(
        `the root key of the file is ${root}, but the locale of the import is ${localeTag}; if ${root} is a part of the key names, put it under the root key ${localeTag}`,
      );
    }
    this.#options.warn({
      path: root,
      code: 'root_locale',
      message: `the root key of the file, ${root}, was read as ${localeTag}, the source locale of the project`,
    });
  }

  #open(isSequence: boolean, event: MappingEvent | SequenceEvent): void {
    this.#refuseProperties(event, isSequence ? 'seq' : 'map');
    const { depth } = this.#options.limits;
    if (this.#frames.length >= depth) throw tooDeep(this.#text, this.#offset, depth);
    const parent = this.#frames.at(-1);
    let name: string | null = null;
    if (parent !== undefined) {
      if (!parent.isSequence && parent.key === null) {
        throw this.#fault('a key must be a scalar, not a mapping or a sequence', parent.name ?? '');
      }
      const isLocale = this.#hasRootLocale && this.#frames.length === 1;
      const next = this.#nextName(parent);
      if (!isLocale) {
        name = next;
        this.#warnOfJoining(name);
      }
    }
    const keys = isSequence ? null : new Map<string, number>();
    const isAboveLocale = this.#hasRootLocale && parent === undefined;
    this.#visitor?.open(isAboveLocale ? undefined : name, event, keys);
    this.#frames.push({ name, keys, key: null, count: 0, isSequence });
  }

  #close(): void {
    const frame = this.#frames.pop();
    if (frame !== undefined) this.#visitor?.close();
    if (frame === undefined || frame.count > 0 || frame.name === null) return;
    const what = frame.isSequence ? 'sequence' : 'mapping';
    this.#options.warn({
      path: frame.name,
      code: frame.isSequence ? 'empty_array_skipped' : 'empty_object_skipped',
      message: `an empty ${what} was skipped`,
    });
  }

  #scalar(event: ScalarEvent): FileRow | null {
    const tag = this.#refuseProperties(event, null);
    const frame = this.#frames.at(-1)!;
    if (!frame.isSequence && frame.key === null) {
      this.#key(frame, event);
      return null;
    }
    const name = this.#nextName(frame);
    const place = this.#offset;
    const isNull = tag === null ? this.#isNull(event) : tag === 'null';
    const text = isNull ? null : this.#textOf(event, name);
    this.#claim(name, place);
    this.#visitor?.leaf(name, text, event);
    this.#warnOfRuby(name, text, event);
    if (text !== null) return { name, values: [{ localeTag: this.#options.localeTag, text }] };
    this.#options.warn({
      path: name,
      code: 'null_skipped',
      message: 'null was skipped',
    });
    return null;
  }

  #key(frame: Frame, event: ScalarEvent): void {
    if (event.valueStart === -1) throw this.#fault('a key is missing', frame.name ?? '');
    const key = this.#textOf(event, frame.name ?? '');
    const first = frame.keys!.get(key);
    if (first !== undefined) {
      const { line } = faultAt(this.#text, first, '');
      throw this.#fault(`duplicate key ${JSON.stringify(key)} (first on line ${line})`, key);
    }
    frame.keys!.set(key, this.#offset);
    frame.key = key;
    const kind = this.#hasRootLocale && event.style === SCALAR_STYLE.PLAIN ? rubyKindOf(key) : null;
    if (kind !== null) this.#keysOfRuby.push([key, kind]);
    this.#visitor?.key(key, event);
  }

  #nextName(parent: Frame): string {
    const index = parent.count;
    parent.count += 1;
    if (parent.isSequence) return elementName(parent.name ?? '', index);
    const name = memberName(parent.name, parent.key!, this.#separator);
    parent.key = null;
    return name;
  }

  #claim(name: string, place: number): void {
    const { keyNameLength } = this.#options.limits;
    if (isLongerThan(name, keyNameLength)) {
      throw this.#fault(`the key name has more than ${keyNameLength} characters`, name);
    }
    const first = this.#places.get(name);
    if (first !== undefined) {
      const { line, column } = faultAt(this.#text, first, '');
      throw this.#fault(
        `duplicate key name ${JSON.stringify(name)}: first used at line ${line}, column ${column}`,
        name,
      );
    }
    this.#places.set(name, place);
  }

  #textOf(event: ScalarEvent, path: string): string {
    if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) this.#checkEscapes(event, path);
    const text = getScalarValue(this.#text, event);
    const { valueLength } = this.#options.limits;
    if (isLongerThan(text, valueLength)) {
      throw this.#fault(`the string has more than ${valueLength} characters`, path);
    }
    if (text.includes('\0') || !text.isWellFormed()) {
      requireText(text, path, this.#fault('', path));
    }
    return text;
  }

  #checkEscapes(event: ScalarEvent, path: string): void {
    const source = this.#text.slice(event.valueStart, event.valueEnd);
    for (let at = source.indexOf('\\'); at !== -1; at = source.indexOf('\\', at + 2)) {
      if (source[at + 1] !== 'U') continue;
      if (Number.parseInt(source.slice(at + 2, at + 10), 16) <= 0x10ffff) continue;
      this.#offset = event.valueStart + at;
      throw this.#fault('an escape exceeds U+10FFFF', path);
    }
  }

  #isNull(event: ScalarEvent): boolean {
    if (event.style !== SCALAR_STYLE.PLAIN || event.tagStart !== -1) return false;
    if (event.valueEnd - event.valueStart > 4) return false;
    return NULL_SOURCES.has(getScalarValue(this.#text, event));
  }

  /**
   * Rejects anchors and unsupported tags. Returns the short name of a core schema tag, such as
   * `str`. Null for a node without a tag.
   */
  #refuseProperties(event: Event, collection: 'map' | 'seq' | null): string | null {
    if (!('tagStart' in event)) return null;
    if (event.anchorStart !== -1) throw this.#fault('anchors (&name) are not supported');
    if (event.tagStart === -1) return null;
    const raw = this.#text.slice(event.tagStart, event.tagEnd);
    const tag = raw === '!' ? (collection ?? 'str') : coreTag(raw);
    const isTaken = collection === null ? SCALAR_TAGS.has(tag) : tag === collection;
    if (!isTaken) throw this.#fault(`the tag ${raw} is not supported`);
    if (tag === 'null' && event.type === EVENT_ID.SCALAR) {
      const isNull = NULL_SOURCES.has(getScalarValue(this.#text, event));
      if (!isNull) throw this.#fault('a scalar tagged !!null is not null');
    }
    return tag;
  }

  /** Warns of the text and of keys above it that Ruby, whose files have a root locale, reads as other values. */
  #warnOfRuby(name: string, text: string | null, event: ScalarEvent): void {
    const isPlain = event.style === SCALAR_STYLE.PLAIN && event.tagStart === -1;
    const kind = this.#hasRootLocale && isPlain && text !== null ? rubyKindOf(text) : null;
    const all = this.#keysOfRuby.map(([key, kind]) => ['key', key, kind] as const);
    this.#keysOfRuby = [];
    for (const [what, scalar, kindOfScalar] of [
      ...all,
      ...(kind === null ? [] : [['text', text!, kind] as const]),
    ]) {
      this.#options.warn({
        path: name,
        code: 'text_without_quotes',
        message: `the ${what} ${scalar} has no quotes, so that Ruby reads it as ${kindOfScalar}; write "${scalar}"`,
      });
    }
  }

  #warnOfJoining(name: string): void {
    if (this.#options.keySeparator !== null || this.#hasJoined) return;
    this.#hasJoined = true;
    this.#options.warn({
      path: name,
      code: 'nested_names_joined',
      message: `the project has no key separator; nested names were joined with ${JSON.stringify(DEFAULT_KEY_SEPARATOR)}`,
    });
  }

  #fault(message: string, path = ''): FormatError {
    return faultAt(this.#text, this.#offset, message, path);
  }
}

function coreTag(raw: string): string {
  if (raw.startsWith('!!')) return raw.slice(2);
  const verbatim = `!<${CORE_PREFIX}`;
  return raw.startsWith(verbatim) && raw.endsWith('>') ? raw.slice(verbatim.length, -1) : raw;
}

function emptyFile(): FormatError {
  return new FormatError('the file is empty', { line: 1, column: 1 });
}
