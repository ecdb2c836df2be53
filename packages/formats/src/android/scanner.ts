import { FormatError, type FormatLimits } from '../format.ts';
import { EntryNames } from '../names/entry-names.ts';
import { elementName } from '../names/names.ts';
import { type Category, isCategory } from '../plural/plural-categories.ts';
import { declarationFault } from '../xml/declaration.ts';
import { type XmlPosition, type XmlTag, XmlTokenizer } from '../xml/tokenizer.ts';
import { Vocabulary } from './markup.ts';
import { resourceName } from './names.ts';

export interface Span {
  readonly start: number;
  readonly contentStart: number;
  /**
   * Start of the end tag. An empty-element tag has no end tag, so this equals {@link contentStart}.
   */
  contentEnd: number;
  end: number;
  readonly isSelfClosing: boolean;
}

/** A `<plurals>` or `<string-array>` element. */
export interface Container extends Span {
  readonly kind: 'plurals' | 'string-array';
  readonly name: string;
  readonly isTranslatable: boolean;
  readonly comment: Comment | null;
  count: number;
}

/** A `<string>` element, or an `<item>` element of a container. */
export interface Entry extends Span {
  readonly name: string;
  readonly category: Category | null;
  readonly isTranslatable: boolean;
  readonly comment: Comment | null;
  readonly place: XmlPosition;
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
  /**
   * Called for a resource that is not read, such as `<item type="string">` or `<integer-array>`. A
   * string or array of the same name would be a duplicate.
   */
  other?(kind: 'string' | Container['kind'], name: string): void;
  /** Called for text between elements. Gradle ignores such text. */
  strayText?(line: number): void;
}

const XLIFF_NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';
/** Maximum length of a comment, of a tag, or of text between entries, in code units. */
const MAX_TOKEN_LENGTH = 2 * 1024 * 1024;
/** Maximum depth of nested elements inside an entry. */
const MAX_INLINE_DEPTH = 64;

/**
 * Finds the strings of a resource file and their offsets. The file is passed in pieces. References
 * to entities stay as they are. All errors are {@link FormatError}s with line and column.
 */
export class AndroidScanner {
  vocabulary = new Vocabulary([], new Set());
  root: Span | null = null;
  lastEnd = 0;
  readonly #handler: ScanHandler;
  readonly #limits: FormatLimits;
  readonly #tokens: XmlTokenizer;
  readonly #entities = new Set<string>();
  readonly #names: EntryNames;
  #container: Container | null = null;
  #containerDepth = 0;
  #entry: Entry | null = null;
  #entryDepth = 0;
  #comment: Comment | null = null;
  #buffer = '';
  #bufferStart = 0;
  #fedLength = 0;

  constructor(handler: ScanHandler, limits: FormatLimits) {
    this.#handler = handler;
    this.#limits = limits;
    this.#names = new EntryNames(limits);
    this.#tokens = new XmlTokenizer({
      open: (tag) => this.#open(tag),
      close: (isSelfClosing) => this.#close(isSelfClosing),
      text: (text) => {
        if (this.#entry === null) this.#noteStrayText(text);
      },
      comment: (text) => this.#noteComment(text),
      declare: (version, encoding) => {
        const message = declarationFault(version, encoding, 'utf-8');
        if (message !== null) throw this.fault(message);
      },
      doctype: (text) => this.#declare(text),
      malformed: (message, { line, column }) => {
        const at = { path: this.#entry?.name ?? '', line, column };
        return new FormatError(message, { ...at, isMalformed: true });
      },
    });
  }

  /** @throws FormatError, after which the scanner cannot be used */
  write(piece: string): void {
    if (this.#entry === null) {
      this.#buffer = piece;
      this.#bufferStart = this.#fedLength;
    } else {
      this.#buffer += piece;
    }
    this.#fedLength += piece.length;
    this.#tokens.write(piece);
    const entry = this.#entry;
    if (entry !== null) {
      const limit = 16 * this.#limits.valueLength + 65_536;
      if (this.#fedLength - entry.contentStart > limit) {
        throw this.fault('a single string is too long', entry.place, entry.name);
      }
    } else if (this.#tokens.unfinishedLength > MAX_TOKEN_LENGTH) {
      throw this.fault('a single text, tag or comment is too long');
    }
  }

  get ownEntities(): ReadonlySet<string> {
    return this.#entities;
  }

  end(): void {
    this.#tokens.close();
  }

  fault(message: string, place: XmlPosition = this.#place, path = ''): FormatError {
    return new FormatError(message, { path, line: place.line, column: place.column });
  }

  get #place(): XmlPosition {
    return { line: this.#tokens.line, column: this.#tokens.column };
  }

  /** Records the entities that the DOCTYPE declares. References to them stay in the texts. */
  #declare(doctype: string): void {
    const subset = /^\s*[^\s[]+\s*(?:\[([\s\S]*)\]\s*)?$/.exec(doctype);
    if (subset === null) {
      throw this.fault('a DOCTYPE with an external part is not supported: nothing is fetched');
    }
    const rest = (subset[1] ?? '').replaceAll(
      /<!--[\s\S]*?-->|<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"[^"]*"|'[^']*')\s*>/g,
      (_, name?: string) => {
        if (name !== undefined && !this.#tokens.entities.has(name)) {
          this.#entities.add(name);
          this.#tokens.entities.set(name, '');
        }
        return '';
      },
    );
    if (rest.trim() === '') return;
    throw this.fault('a DOCTYPE may declare only internal entities, such as <!ENTITY a "text">');
  }

  #noteStrayText(text: string): void {
    const isBetween = this.#tokens.depth === 1 || this.#container !== null;
    if (isBetween && /[^ \t\r\n]/.test(text)) this.#handler.strayText?.(this.#tokens.line);
  }

  #noteComment(text: string): void {
    if (this.#entry !== null) return;
    const { start, end, depth } = this.#tokens;
    this.#comment = { start, end, text: text.trim() };
    if (depth === 1) this.lastEnd = end;
  }

  #open(tag: XmlTag): void {
    if (this.#entry !== null) {
      this.#checkDepth();
      return;
    }
    const { start, end: contentStart, depth } = this.#tokens;
    const place = this.#place;
    this.#checkDepth();
    const { isSelfClosing } = tag;
    const span = { start, contentStart, contentEnd: contentStart, end: 0, isSelfClosing };
    if (depth === 1) {
      this.#openRoot(tag, span, place);
    } else if (depth === 2) {
      if (tag.qualifiedName === 'string') this.#openEntry(tag, span, place);
      else if (tag.qualifiedName === 'plurals' || tag.qualifiedName === 'string-array') {
        this.#openContainer(tag, tag.qualifiedName, span, place);
      } else this.#skip(tag);
    } else if (this.#container !== null) {
      if (depth !== this.#containerDepth + 1) return;
      if (tag.qualifiedName === 'item') this.#openEntry(tag, span, place);
      else if (tag.qualifiedName !== 'eat-comment' && tag.qualifiedName !== 'skip') {
        const { kind, name } = this.#container;
        throw this.fault(`a <${kind}> must not contain a <${tag.qualifiedName}>`, place, name);
      }
    }
  }

  #skip(tag: XmlTag): void {
    this.#comment = null;
    const type = tag.qualifiedName === 'item' ? attributeOf(tag, 'type') : tag.qualifiedName;
    const kind = KINDS.get(type ?? '');
    const name = attributeOf(tag, 'name');
    if (kind === undefined || name === undefined) return;
    this.#handler.other?.(kind, resourceName(name, attributeOf(tag, 'product')));
  }

  #checkDepth(): void {
    if (this.#tokens.depth <= MAX_INLINE_DEPTH) return;
    throw this.fault(`elements nest deeper than ${MAX_INLINE_DEPTH} levels`);
  }

  #openRoot(tag: XmlTag, span: Span, place: XmlPosition): void {
    if (tag.qualifiedName !== 'resources') {
      throw this.fault(`the root element must be <resources>, not <${tag.qualifiedName}>`, place);
    }
    const prefixes = [...(tag.declared ?? [])].flatMap(([prefix, uri]) =>
      uri === XLIFF_NAMESPACE && prefix !== '' ? [prefix] : [],
    );
    this.vocabulary = new Vocabulary(prefixes, this.#entities);
    this.root = span;
    this.lastEnd = this.#tokens.end;
    this.#comment = null;
  }

  #openContainer(tag: XmlTag, kind: Container['kind'], span: Span, place: XmlPosition): void {
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
    this.#containerDepth = this.#tokens.depth;
  }

  #openEntry(tag: XmlTag, span: Span, place: XmlPosition): void {
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
    this.#entryDepth = this.#tokens.depth;
    this.#buffer = this.#buffer.slice(span.contentStart - this.#bufferStart);
    this.#bufferStart = span.contentStart;
  }

  #categoryOf(tag: XmlTag, { name }: Container, place: XmlPosition): Category {
    const quantity = attributeOf(tag, 'quantity');
    if (quantity === undefined) throw this.fault('an <item> has no quantity', place, name);
    if (isCategory(quantity)) return quantity;
    const message = `the quantity ${JSON.stringify(quantity)} is not zero, one, two, few, many or other`;
    throw this.fault(message, place, name);
  }

  #nameOf(tag: XmlTag, place: XmlPosition): string {
    const name = attributeOf(tag, 'name');
    if (name === undefined) throw this.fault(`a <${tag.qualifiedName}> has no name`, place);
    return resourceName(name, attributeOf(tag, 'product'));
  }

  #takeComment(): Comment | null {
    const comment = this.#comment;
    this.#comment = null;
    return comment;
  }

  #close(isSelfClosing: boolean): void {
    const { start, end, depth } = this.#tokens;
    const close = (span: Span): void => {
      span.end = end;
      span.contentEnd = isSelfClosing ? span.contentStart : start;
    };
    const entry = this.#entry;
    const container = this.#container;
    if (entry !== null) {
      if (depth !== this.#entryDepth) return;
      close(entry);
      entry.raw = this.#buffer.slice(0, entry.contentEnd - entry.contentStart);
      this.#buffer = this.#buffer.slice(end - this.#bufferStart);
      this.#bufferStart = end;
      this.#entry = null;
      this.#handler.entry(entry, container);
    } else if (container !== null && depth === this.#containerDepth) {
      close(container);
      this.#container = null;
      this.#comment = null;
      this.#handler.container(container);
    } else if (depth === 1) {
      close(this.root!);
    }
    if (depth === 2) this.lastEnd = end;
  }
}

/** Types of resources that share their names with resources that are read. */
const KINDS: ReadonlyMap<string, 'string' | Container['kind']> = new Map([
  ['string', 'string'],
  ['plurals', 'plurals'],
  ['array', 'string-array'],
  ['integer-array', 'string-array'],
]);

const attributeOf = ({ attributes }: XmlTag, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;
