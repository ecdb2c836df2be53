import { SaxesParser, type SaxesTagNS } from 'saxes';
import { EntryNames } from '../entry-names.ts';
import { FormatError, type FormatLimits } from '../format.ts';
import { elementName } from '../names.ts';
import { type Category, isCategory } from '../plural-categories.ts';
import { Vocabulary } from './markup.ts';
import { resourceName } from './names.ts';

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Offsets of an element in code units. */
export interface Span {
  readonly start: number;
  /** Behind the start tag. */
  readonly contentStart: number;
  /** Start of the end tag; {@link contentStart} for an empty-element tag. */
  contentEnd: number;
  end: number;
  readonly isSelfClosing: boolean;
}

/** `<plurals>` or `<string-array>`. */
export interface Container extends Span {
  readonly kind: 'plurals' | 'string-array';
  readonly name: string;
  readonly isTranslatable: boolean;
  readonly comment: Comment | null;
  count: number;
}

/** `<string>`, or an `<item>` of a container. */
export interface Entry extends Span {
  readonly name: string;
  readonly category: Category | null;
  readonly isTranslatable: boolean;
  readonly comment: Comment | null;
  readonly place: Place;
  raw: string;
}

export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface ScanHandler {
  entry(entry: Entry, container: Container | null): void;
  container(container: Container): void;
  /** Text between elements, which Gradle drops. */
  strayText?(line: number): void;
}

const XLIFF_NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';
/** Longest comment, tag or text outside of an entry, in code units. */
const MAX_TOKEN_LENGTH = 2 * 1024 * 1024;
const PREDEFINED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Maximum number of elements that are open inside an entry. */
const MAX_INLINE_DEPTH = 64;

/**
 * Finds the strings of a resource file and where they stand. The file comes in pieces; entities are neither expanded
 * nor fetched. Every fault is a {@link FormatError} with line and column.
 */
export class AndroidScanner {
  vocabulary = new Vocabulary([], new Set());
  root: Span | null = null;
  /** End of the last child of the root. */
  lastEnd = 0;
  readonly #handler: ScanHandler;
  readonly #limits: FormatLimits;
  readonly #parser = new SaxesParser({
    xmlns: true,
    position: true,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  readonly #entities = new Set<string>();
  readonly #names: EntryNames;
  #depth = 0;
  #container: Container | null = null;
  /** Depth of the container's or entry's element, or 0. */
  #containerDepth = 0;
  #entry: Entry | null = null;
  #entryDepth = 0;
  #comment: Comment | null = null;
  /** The text since the start of the entry's content, or since the last piece. */
  #buffer = '';
  #bufferStart = 0;
  #fedLength = 0;
  #markLine = 1;
  #markColumn = 1;
  #mark = 0;

  constructor(handler: ScanHandler, limits: FormatLimits) {
    this.#handler = handler;
    this.#limits = limits;
    this.#names = new EntryNames(limits);
    const parser = this.#parser;
    parser.ENTITIES = Object.assign(Object.create(null), PREDEFINED);
    parser.on('error', (error) => {
      throw this.#malformed(error.message.replace(/^\d+:\d+: /, ''));
    });
    parser.on('xmldecl', ({ version, encoding }) => {
      if (version !== '1.0') throw this.fault('the file is not XML 1.0');
      if (encoding !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(encoding)) {
        throw this.fault(`the encoding ${encoding} is not supported; save the file as UTF-8`);
      }
      this.#moveMark(0);
    });
    parser.on('doctype', (text) => {
      this.#declare(text);
      this.#moveMark(0);
    });
    parser.on('processinginstruction', () => this.#moveMark(0));
    // The event comes ahead of the `>`.
    parser.on('comment', (text) => {
      const start = this.#mark;
      this.#moveMark(1);
      if (this.#entry !== null) return;
      this.#comment = { start, end: this.#mark, text: text.trim() };
      if (this.#depth === 1) this.lastEnd = this.#mark;
    });
    parser.on('cdata', (text) => {
      if (this.#entry === null) this.#noteStrayText(text);
      this.#moveMark(0);
    });
    // The event comes after the `<` that ended the text.
    parser.on('text', (text) => {
      if (this.#entry === null) this.#noteStrayText(text);
      this.#moveMark(-1);
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag));
  }

  /** @throws FormatError; use the scanner no more afterwards. */
  write(piece: string): void {
    if (this.#entry === null) {
      this.#buffer = piece;
      this.#bufferStart = this.#fedLength;
    } else {
      this.#buffer += piece;
    }
    this.#fedLength += piece.length;
    this.#parser.write(piece);
    const entry = this.#entry;
    if (entry !== null) {
      const limit = 16 * this.#limits.valueLength + 65_536;
      if (this.#fedLength - entry.contentStart > limit) {
        throw this.fault('a single string is too long', entry.place, entry.name);
      }
    } else if (this.#fedLength - this.#mark > MAX_TOKEN_LENGTH) {
      throw this.fault('a single text, tag or comment is too long');
    }
  }

  end(): void {
    this.#parser.close();
  }

  fault(
    message: string,
    place: Place = { line: this.#markLine, column: this.#markColumn },
    path = '',
  ): FormatError {
    return new FormatError(message, { path, line: place.line, column: place.column });
  }

  #malformed(message: string): FormatError {
    const { line, columnIndex } = this.#parser;
    const at = { path: this.#entry?.name ?? '', line, column: Math.max(1, columnIndex) };
    return new FormatError(message, { ...at, isMalformed: true });
  }

  /** Takes the internal entities of a DOCTYPE, which stay references in the texts. */
  #declare(doctype: string): void {
    const subset = /^\s*[^\s[]+\s*(?:\[([\s\S]*)\]\s*)?$/.exec(doctype);
    if (subset === null) {
      throw this.fault('a DOCTYPE with an external part is not supported: nothing is fetched');
    }
    const rest = (subset[1] ?? '').replaceAll(
      /<!--[\s\S]*?-->|<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"[^"]*"|'[^']*')\s*>/g,
      (_, name?: string) => {
        if (name !== undefined && !Object.hasOwn(PREDEFINED, name)) {
          this.#entities.add(name);
          // Not empty: the parser reports no empty text, and its end is a place.
          this.#parser.ENTITIES[name] = '?';
        }
        return '';
      },
    );
    if (rest.trim() === '') return;
    throw this.fault('a DOCTYPE may declare only internal entities, such as <!ENTITY a "text">');
  }

  #noteStrayText(text: string): void {
    const isBetween = this.#depth === 1 || this.#container !== null;
    if (isBetween && /[^ \t\r\n]/.test(text)) this.#handler.strayText?.(this.#markLine);
  }

  #open(tag: SaxesTagNS): void {
    const start = this.#mark;
    const place = { line: this.#markLine, column: this.#markColumn };
    this.#moveMark(0);
    this.#depth += 1;
    if (this.#depth > MAX_INLINE_DEPTH) {
      throw this.fault(`elements nest deeper than ${MAX_INLINE_DEPTH} levels`, place);
    }
    const { isSelfClosing } = tag;
    const span = { start, contentStart: this.#mark, contentEnd: this.#mark, end: 0, isSelfClosing };
    if (this.#depth === 1) {
      this.#openRoot(tag, span, place);
    } else if (this.#depth === 2) {
      if (tag.name === 'string') this.#openEntry(tag, span, place);
      else if (tag.name === 'plurals' || tag.name === 'string-array') {
        this.#openContainer(tag, tag.name, span, place);
      } else this.#comment = null;
    } else if (this.#entry === null && this.#container !== null) {
      if (this.#depth !== this.#containerDepth + 1) return;
      if (tag.name === 'item') this.#openEntry(tag, span, place);
      else if (tag.name !== 'eat-comment' && tag.name !== 'skip') {
        const { kind, name } = this.#container;
        throw this.fault(`a <${kind}> must not contain a <${tag.name}>`, place, name);
      }
    }
  }

  #openRoot(tag: SaxesTagNS, span: Span, place: Place): void {
    if (tag.name !== 'resources') {
      throw this.fault(`the root element must be <resources>, not <${tag.name}>`, place);
    }
    const prefixes = Object.entries(tag.ns).flatMap(([prefix, uri]) =>
      uri === XLIFF_NAMESPACE && prefix !== '' ? [prefix] : [],
    );
    this.vocabulary = new Vocabulary(prefixes, this.#entities);
    this.root = span;
    this.lastEnd = this.#mark;
    this.#comment = null;
  }

  #openContainer(tag: SaxesTagNS, kind: Container['kind'], span: Span, place: Place): void {
    const name = this.#nameOf(tag, place);
    const isTranslatable = attributeOf(tag, 'translatable') !== 'false';
    this.#container = {
      ...span,
      kind,
      name,
      isTranslatable,
      comment: this.#takeComment(),
      count: 0,
    };
    this.#containerDepth = this.#depth;
  }

  #openEntry(tag: SaxesTagNS, span: Span, place: Place): void {
    const container = this.#container;
    let name: string;
    let category: Category | null = null;
    if (container === null) {
      name = this.#nameOf(tag, place);
    } else if (container.kind === 'string-array') {
      name = elementName(container.name, container.count);
    } else {
      category = this.#categoryOf(tag, container, place);
      name = `${container.name}.${category}`;
    }
    if (container !== null) container.count += 1;
    this.#names.claim(name, place);
    const isTranslatable =
      container?.isTranslatable !== false && attributeOf(tag, 'translatable') !== 'false';
    const comment = this.#takeComment();
    this.#entry = { ...span, name, category, isTranslatable, comment, place, raw: '' };
    this.#entryDepth = this.#depth;
    this.#buffer = this.#buffer.slice(span.contentStart - this.#bufferStart);
    this.#bufferStart = span.contentStart;
  }

  #categoryOf(tag: SaxesTagNS, { name }: Container, place: Place): Category {
    const quantity = attributeOf(tag, 'quantity');
    if (quantity === undefined) throw this.fault('an <item> has no quantity', place, name);
    if (isCategory(quantity)) return quantity;
    const message = `the quantity ${JSON.stringify(quantity)} is not zero, one, two, few, many or other`;
    throw this.fault(message, place, name);
  }

  #nameOf(tag: SaxesTagNS, place: Place): string {
    const name = attributeOf(tag, 'name');
    if (name === undefined) throw this.fault(`a <${tag.name}> has no name`, place);
    return resourceName(name, attributeOf(tag, 'product'));
  }

  #takeComment(): Comment | null {
    const comment = this.#comment;
    this.#comment = null;
    return comment;
  }

  #close(tag: SaxesTagNS): void {
    const endTagStart = tag.isSelfClosing ? this.#parser.position : this.#mark;
    this.#moveMark(0);
    const end = this.#mark;
    const close = (span: Span): void => {
      span.end = end;
      span.contentEnd = tag.isSelfClosing ? span.contentStart : endTagStart;
    };
    const entry = this.#entry;
    const container = this.#container;
    if (entry !== null && this.#depth === this.#entryDepth) {
      close(entry);
      entry.raw = this.#buffer.slice(0, entry.contentEnd - entry.contentStart);
      this.#buffer = this.#buffer.slice(end - this.#bufferStart);
      this.#bufferStart = end;
      this.#entry = null;
      this.#handler.entry(entry, container);
    } else if (container !== null && this.#depth === this.#containerDepth) {
      close(container);
      this.#container = null;
      this.#comment = null;
      this.#handler.container(container);
    } else if (this.#depth === 1) {
      close(this.root!);
    }
    if (this.#depth === 2) this.lastEnd = end;
    this.#depth -= 1;
  }

  #moveMark(offset: number): void {
    const { position, line, columnIndex } = this.#parser;
    this.#mark = position + offset;
    this.#markLine = line;
    this.#markColumn = Math.max(1, columnIndex + 1 + offset);
  }
}

const attributeOf = ({ attributes }: SaxesTagNS, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name]!.value : undefined;
