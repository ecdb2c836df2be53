import { FormatError } from '../format.ts';
import { type XmlPosition, type XmlTag, XmlTokenizer } from '../xml/tokenizer.ts';

/** An XML element, represented by its start tag. */
export type XmlElement = XmlTag;
export type { XmlPosition };

/** A range of the file's text, in code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Handles an open element and its content. Returns a handler for each child element, or null to
 * ignore the child.
 */
export interface Scope {
  /** True if the element's text is ignored. Ignored text may be longer than {@link MAX_TOKEN_LENGTH}. */
  readonly isLeftOut?: boolean;
  open(element: XmlElement): Scope | null;
  text(text: string): void;
  close(endTag: Span): void;
}

export class LeftOut implements Scope {
  readonly isLeftOut = true;
  readonly #end: (endTag: Span) => void;

  constructor(end: (endTag: Span) => void) {
    this.#end = end;
  }

  open(): Scope {
    return new LeftOut(() => {});
  }

  text(): void {}

  close(endTag: Span): void {
    this.#end(endTag);
  }
}

/** Maximum length of a text, comment or tag, in code units. All valid texts are shorter. */
const MAX_TOKEN_LENGTH = 2 * 1024 * 1024;
/**
 * Maximum length of a token inside an ignored element, such as a document in a skeleton, in code
 * units.
 */
const MAX_SKIPPED_TOKEN_LENGTH = 32 * 1024 * 1024;

export interface XmlOptions {
  maxDepth: number;
  /** Matches the encodings that the XML declaration may name. Defaults to UTF-8 and US-ASCII. */
  encodings?: RegExp;
  /** True if the DOCTYPE is allowed. The reader never fetches a DTD. */
  allowsDoctype?(text: string): boolean;
}

const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

/**
 * Reads the elements of an XML document in pieces. Entity declarations are rejected, and the depth
 * of elements and the length of tokens are limited. All errors are {@link FormatError}s with line
 * and column.
 */
export class XmlReader {
  readonly #tokens: XmlTokenizer;
  readonly #scopes: Scope[];
  readonly #maxDepth: number;
  #skippedDepth = 0;

  constructor(
    root: Scope,
    { maxDepth, encodings = UTF_8, allowsDoctype = () => false }: XmlOptions,
  ) {
    this.#scopes = [root];
    this.#maxDepth = maxDepth;
    this.#tokens = new XmlTokenizer({
      open: (tag) => this.#open(tag),
      close: (isSelfClosing) => this.#close(isSelfClosing),
      text: (text) => {
        if (this.#skippedDepth === 0) this.#scopes.at(-1)!.text(text);
      },
      declare: (version, encoding) => {
        if (version !== '1.0') throw this.fault('the file is not XML 1.0');
        if (encoding !== undefined && !encodings.test(encoding)) {
          throw this.fault(`the encoding ${encoding} is not supported; save the file as UTF-8`);
        }
      },
      doctype: (text) => {
        if (allowsDoctype(text)) return;
        throw this.fault('a DOCTYPE is not allowed: entities are neither expanded nor fetched');
      },
      malformed: (message, place) => this.fault(message, place),
    });
  }

  /** Line and column at which the current token begins. */
  get place(): XmlPosition {
    return { line: this.#tokens.line, column: this.#tokens.column };
  }

  fault(message: string, place: XmlPosition = this.place, path = ''): FormatError {
    return new FormatError(message, { path, line: place.line, column: place.column });
  }

  /** @throws FormatError, after which the reader cannot be used */
  write(piece: string): void {
    this.#tokens.write(piece);
    const isLeftOut = this.#skippedDepth > 0 || this.#scopes.at(-1)?.isLeftOut === true;
    const limit = isLeftOut ? MAX_SKIPPED_TOKEN_LENGTH : MAX_TOKEN_LENGTH;
    if (this.#tokens.unfinishedLength > limit) {
      throw this.fault('a single text, tag or comment is too long');
    }
  }

  end(): void {
    this.#tokens.close();
  }

  #open(tag: XmlTag): void {
    if (this.#scopes.length + this.#skippedDepth > this.#maxDepth) {
      throw this.fault(`elements nest deeper than ${this.#maxDepth} levels`);
    }
    if (this.#skippedDepth > 0) {
      this.#skippedDepth += 1;
      return;
    }
    const scope = this.#scopes.at(-1)!.open(tag);
    if (scope === null) this.#skippedDepth = 1;
    else this.#scopes.push(scope);
  }

  #close(isSelfClosing: boolean): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
      return;
    }
    const { start, end } = this.#tokens;
    this.#scopes.pop()!.close({ start: isSelfClosing ? end : start, end });
  }
}
