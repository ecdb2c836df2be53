import { FormatError, type FormatLimits } from '../../format.ts';
import { NumberColumn } from '../../names/columns.ts';
import { NameIndex } from '../../names/name-index.ts';
import type { Encoding } from '../../text/encoding.ts';
import { isLongerThan, requireText } from '../../text/utf8.ts';
import { declarationFault } from '../../xml/declaration.ts';
import { isBlank } from '../../xml/tag.ts';
import { type XmlPosition, type XmlTag, XmlTokenizer } from '../../xml/tokenizer.ts';

export type { XmlPosition };

export interface Span {
  readonly start: number;
  readonly contentStart: number;
  /**
   * Start of the end tag. An empty-element tag has no end tag, so this equals {@link contentStart}.
   */
  contentEnd: number;
  end: number;
  readonly isSelfClosing: boolean;
  readonly place: XmlPosition;
}

export interface PlistString extends Span {
  readonly kind: 'string';
  text: string;
}

export interface PlistDict extends Span {
  readonly kind: 'dict';
  readonly members: PlistMember[];
}

/** A value in the property list that is neither a string nor a dictionary. It is ignored. */
interface PlistOther extends Span {
  readonly kind: 'other';
  readonly type: string;
}

export type PlistValue = PlistString | PlistDict | PlistOther;

interface PlistKey {
  readonly name: string;
  readonly start: number;
  readonly place: XmlPosition;
}

export interface PlistMember extends PlistKey {
  readonly value: PlistValue;
}

/** A member of the root dictionary, and the comment directly before the member. */
export interface PlistEntry extends PlistMember {
  readonly comment: Comment | null;
}

interface Comment {
  readonly start: number;
  readonly text: string;
}

interface Frame {
  readonly value: PlistValue;
  /** The `<key>` before the value. Null if the value is not in a dictionary. */
  readonly key: PlistKey | null;
  pending: PlistKey | null;
}

/** Matches all variants of Apple's document type declaration since 2001. */
const DOCTYPE =
  /^\s*plist\s+PUBLIC\s+(["'])-\/\/Apple(?: Computer)?\/\/DTD PLIST 1\.0\/\/EN\1\s+(["'])https?:\/\/www\.apple\.com\/DTDs\/PropertyList-1\.0\.dtd\2\s*$/;
const OTHER_TYPES: readonly string[] = [
  'array',
  'data',
  'date',
  'false',
  'integer',
  'real',
  'true',
];
/** Maximum length of a comment, a tag or a text, in code units. */
const MAX_TOKEN_LENGTH = 2 * 1024 * 1024;
const MAX_DEPTH = 64;
/** Maximum number of values in an entry. The whole entry is held in memory. */
const MAX_ENTRY_VALUES = 1000;

/**
 * Finds the entries of an XML property list and their offsets. The file is passed in pieces.
 * External resources are not fetched, and a file that declares entities is rejected. All errors are
 * {@link FormatError}s with line and column.
 */
export class PlistScanner {
  root: PlistDict | null = null;
  lastEnd = 0;
  readonly #onEntry: (entry: PlistEntry) => void;
  readonly #limits: FormatLimits;
  readonly #tokens: XmlTokenizer;
  readonly #names = new NameIndex();
  readonly #lines = new NumberColumn();
  #hasPlist = false;
  readonly #frames: Frame[] = [];
  /** Number of open elements inside an ignored value. */
  #skippedDepth = 0;
  #key: { start: number; place: XmlPosition; text: string } | null = null;
  #comment: Comment | null = null;
  #valueCount = 0;

  constructor(onEntry: (entry: PlistEntry) => void, limits: FormatLimits, encoding: Encoding) {
    this.#onEntry = onEntry;
    this.#limits = limits;
    this.#tokens = new XmlTokenizer({
      open: (tag) => this.#open(tag),
      close: (isSelfClosing) => this.#close(isSelfClosing),
      text: (text) => this.#text(text),
      comment: (text) => {
        if (this.#frames.length !== 1 || this.#key !== null) return;
        // A comment between a key and its value belongs to neither entry.
        if (this.#frames[0]!.pending !== null) return;
        const { start, end } = this.#tokens;
        this.#comment = { start, text: text.trim() };
        this.lastEnd = end;
      },
      declare: (version, declared) => {
        const message = declarationFault(version, declared, encoding);
        if (message !== null) throw this.fault(message);
      },
      doctype: (text) => {
        if (DOCTYPE.test(text)) return;
        throw this.fault('the DOCTYPE is not that of a property list; nothing is fetched');
      },
      malformed: (message, { line, column }) =>
        new FormatError(message, { path: this.#path(), line, column, isMalformed: true }),
    });
  }

  /** @throws FormatError, after which the scanner cannot be used */
  write(piece: string): void {
    this.#tokens.write(piece);
    if (this.#tokens.unfinishedLength > MAX_TOKEN_LENGTH) {
      throw this.fault('a single text, tag or comment is too long');
    }
  }

  end(): void {
    this.#tokens.close();
    if (this.root === null) throw this.fault('the property list has no dictionary');
  }

  fault(message: string, place: XmlPosition = this.#here(), path = this.#path()): FormatError {
    return new FormatError(message, { path, line: place.line, column: place.column });
  }

  #path(): string {
    const [root, entry] = this.#frames;
    return entry?.key?.name ?? root?.pending?.name ?? '';
  }

  #text(text: string): void {
    if (this.#skippedDepth > 0) return;
    const value = this.#frames.at(-1)?.value;
    if (this.#key !== null) this.#key.text += text;
    else if (value?.kind === 'string') value.text += text;
    else if (value?.kind !== 'other' && !isBlank(text)) {
      const linesBefore =
        text.slice(0, text.length - text.trimStart().length).split('\n').length - 1;
      const place = { line: this.#tokens.line + linesBefore, column: 1 };
      throw this.fault('there is text outside of a <string>', place);
    }
  }

  #open(tag: XmlTag): void {
    const { start } = this.#tokens;
    const place = this.#here();
    const { qualifiedName: name, isSelfClosing } = tag;
    const frame = this.#frames.at(-1);
    if (this.#skippedDepth > 0 || frame?.value.kind === 'other') {
      this.#skippedDepth += 1;
      this.#checkDepth(place);
      return;
    }
    if (this.#key !== null || frame?.value.kind === 'string') {
      throw this.fault(`a text must not contain a <${name}>`, place);
    }
    if (frame === undefined && !this.#hasPlist) {
      if (name !== 'plist')
        throw this.fault(`the root element must be <plist>, not <${name}>`, place);
      this.#hasPlist = true;
      return;
    }
    if (name === 'key' && frame !== undefined) {
      if (frame.pending !== null) throw this.#missingValue(frame.pending);
      this.#key = { start, place, text: '' };
      return;
    }
    if (frame === undefined ? name !== 'dict' || this.root !== null : frame.pending === null) {
      const message =
        frame === undefined
          ? 'a <plist> must contain one <dict>'
          : `a <${name}> stands where a <key> must stand`;
      throw this.fault(message, place);
    }
    this.#push(this.#valueOf(name, start, place, isSelfClosing), frame ?? null, place);
  }

  #valueOf(name: string, start: number, place: XmlPosition, isSelfClosing: boolean): PlistValue {
    const contentStart = this.#tokens.end;
    const [contentEnd, end] = [contentStart, 0];
    if (name === 'string') {
      return {
        kind: 'string',
        text: '',
        start,
        contentStart,
        contentEnd,
        end,
        isSelfClosing,
        place,
      };
    }
    const span = { start, contentStart, contentEnd, end, isSelfClosing, place };
    if (name === 'dict') return { ...span, kind: 'dict', members: [] };
    if (OTHER_TYPES.includes(name)) return { ...span, kind: 'other', type: name };
    throw this.fault(`<${name}> is not an element of a property list`, place);
  }

  #push(value: PlistValue, parent: Frame | null, place: XmlPosition): void {
    if (parent === null) this.root = value as PlistDict;
    this.#frames.push({ value, key: parent?.pending ?? null, pending: null });
    if (parent === null) this.lastEnd = this.#tokens.end;
    else parent.pending = null;
    this.#checkDepth(place);
    this.#valueCount += 1;
    if (this.#valueCount > MAX_ENTRY_VALUES) {
      throw this.fault(`the entry has more than ${MAX_ENTRY_VALUES} values`, place);
    }
  }

  #checkDepth(place: XmlPosition): void {
    if (this.#frames.length + this.#skippedDepth <= MAX_DEPTH) return;
    throw this.fault(`elements nest deeper than ${MAX_DEPTH} levels`, place);
  }

  #close(isSelfClosing: boolean): void {
    const { start: endTagStart, end } = this.#tokens;
    if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
      return;
    }
    if (this.#key !== null) {
      const { start, place, text } = this.#key;
      this.#key = null;
      this.#takeKey({ name: text, start, place });
      return;
    }
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const { value, key, pending } = frame;
    if (pending !== null) throw this.#missingValue(pending);
    value.end = end;
    value.contentEnd = isSelfClosing ? value.contentStart : endTagStart;
    if (key === null) return;
    const member = { ...key, value };
    if (this.#frames.length > 1) {
      (this.#frames.at(-1)!.value as PlistDict).members.push(member);
      return;
    }
    this.lastEnd = end;
    this.#valueCount = 0;
    const comment = this.#comment;
    this.#comment = null;
    this.#onEntry({ ...member, comment });
  }

  #takeKey(key: PlistKey): void {
    const frame = this.#frames.at(-1)!;
    const { name, place } = key;
    const { keyNameLength } = this.#limits;
    if (isLongerThan(name, keyNameLength)) {
      throw this.fault(`the key name has more than ${keyNameLength} characters`, place, name);
    }
    requireText(name, name, place);
    if (this.#frames.length > 1) {
      const { members } = frame.value as PlistDict;
      const first = members.find((member) => member.name === name);
      if (first !== undefined) throw this.#duplicate(key, first.place.line);
    } else {
      const first = this.#names.add(name);
      if (first !== -1) throw this.#duplicate(key, this.#lines.at(first));
      this.#lines.push(place.line);
    }
    frame.pending = key;
  }

  hasKey(name: string): boolean {
    return this.#names.has(name);
  }

  #duplicate({ name, place }: PlistKey, line: number): FormatError {
    const message = `duplicate key ${JSON.stringify(name)}: first used on line ${line}`;
    return this.fault(message, place, this.#path() || name);
  }

  #missingValue({ name, place }: PlistKey): FormatError {
    return this.fault(`the key ${JSON.stringify(name)} has no value`, place, this.#path() || name);
  }

  #here(): XmlPosition {
    return { line: this.#tokens.line, column: this.#tokens.column };
  }
}
