import { FormatError } from '../format.ts';
import { type Place, type XmlTag, XmlTokenizer } from '../xml/tokenizer.ts';

/** An element, which is known by its start tag. */
export type XmlElement = XmlTag;
export type { Place };

/** A range of the text of the file, in code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An open element: it gets its content, and chooses the scope of a child; null leaves the child out. */
export interface Scope {
  /** True if nothing of its text is used, so that it may be long. */
  readonly isLeftOut?: boolean;
  open(element: XmlElement): Scope | null;
  text(text: string): void;
  /** Gets the end tag; its span is empty behind the tag of an element without content. */
  close(endTag: Span): void;
}

/** An element whose content is not used. */
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

/** Longest run of text, comment or tag, in code units; a longer one holds more than any text may. */
const MAX_TOKEN_LENGTH = 2 * 1024 * 1024;
/** The same inside what is left out, such as an embedded document in a skeleton. */
const MAX_SKIPPED_TOKEN_LENGTH = 32 * 1024 * 1024;

export interface XmlOptions {
  maxDepth: number;
  /** Encodings that the declaration may name; the bytes are decoded already. */
  encodings?: RegExp;
  /** True for a DOCTYPE that may stand in the file. It declares nothing, and nothing is fetched. */
  allowsDoctype?(text: string): boolean;
}

const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

/**
 * The elements of an XML document in pieces, without entities of its own, bounded in depth and in the length of a
 * token. Every fault is a {@link FormatError} with line and column.
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
        // The bytes are decoded as UTF-8; another name means that they were meant otherwise.
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

  /** Start of the current token. */
  get place(): Place {
    return { line: this.#tokens.line, column: this.#tokens.column };
  }

  fault(message: string, place: Place = this.place, path = ''): FormatError {
    return new FormatError(message, { path, line: place.line, column: place.column });
  }

  /** @throws FormatError; use the reader no more afterwards. */
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
