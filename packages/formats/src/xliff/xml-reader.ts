import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FormatError } from '../format.ts';
import type { XmlAttribute } from './inline.ts';
import { XMLNS_NAMESPACE } from './names.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A range of the text of the file, in code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span is that of the start tag. */
export interface XmlElement extends Span {
  /** Without prefix. */
  readonly name: string;
  readonly uri: string;
  /** In the order of the file, without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  readonly isSelfClosing: boolean;
  /** Start of its start tag. */
  readonly place: Place;
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
 * Namespace-aware XML 1.0 in pieces, without entities of its own, bounded in depth and in the length of a token. Every
 * fault is a {@link FormatError} with line and column.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({
    xmlns: true,
    position: true,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  readonly #scopes: Scope[];
  readonly #maxDepth: number;
  #skippedDepth = 0;
  /** Start of the markup that has not been reported yet. */
  #mark: Place = { line: 1, column: 1 };
  #markPosition = 0;
  #markStart = 0;
  #fedLength = 0;

  constructor(
    root: Scope,
    { maxDepth, encodings = UTF_8, allowsDoctype = () => false }: XmlOptions,
  ) {
    this.#scopes = [root];
    this.#maxDepth = maxDepth;
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw this.fault(error.message.replace(/^\d+:\d+: /, ''), this.#here(-1));
    });
    parser.on('xmldecl', ({ version, encoding }) => {
      if (version !== '1.0') throw this.fault('the file is not XML 1.0');
      // The bytes are decoded as UTF-8; another name means that they were meant otherwise.
      if (encoding !== undefined && !encodings.test(encoding)) {
        throw this.fault(`the encoding ${encoding} is not supported; save the file as UTF-8`);
      }
      this.#moveMark(0);
    });
    parser.on('doctype', (text) => {
      if (!allowsDoctype(text)) {
        throw this.fault('a DOCTYPE is not allowed: entities are neither expanded nor fetched');
      }
      this.#moveMark(0);
    });
    parser.on('processinginstruction', () => this.#moveMark(0));
    // The event comes ahead of the `>`.
    parser.on('comment', () => this.#moveMark(1));
    parser.on('cdata', (text) => {
      this.#text(text);
      this.#moveMark(0);
    });
    parser.on('text', this.#onText);
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
  }

  /** Start of the current markup. */
  get place(): Place {
    return this.#mark;
  }

  fault(message: string, place: Place = this.#mark, path = ''): FormatError {
    return new FormatError(message, { path, line: place.line, column: place.column });
  }

  /** @throws FormatError; use the reader no more afterwards. */
  write(piece: string): void {
    this.#parser.write(piece);
    this.#fedLength += piece.length;
    const length = this.#fedLength - this.#markPosition;
    const isLeftOut = this.#skippedDepth > 0 || this.#scopes.at(-1)?.isLeftOut === true;
    const limit = isLeftOut ? MAX_SKIPPED_TOKEN_LENGTH : MAX_TOKEN_LENGTH;
    if (length > limit) throw this.fault('a single text, tag or comment is too long');
  }

  end(): void {
    this.#parser.close();
  }

  readonly #onText = (text: string): void => {
    this.#text(text);
    // The event comes after the `<` that ended the text.
    this.#moveMark(-1);
  };

  #text(text: string): void {
    if (this.#skippedDepth === 0) this.#scopes.at(-1)!.text(text);
  }

  #open(tag: SaxesTagNS): void {
    if (this.#scopes.length + this.#skippedDepth > this.#maxDepth) {
      throw this.fault(`elements nest deeper than ${this.#maxDepth} levels`);
    }
    if (this.#skippedDepth > 0) {
      this.#skippedDepth += 1;
    } else {
      const scope = this.#scopes.at(-1)!.open({
        name: tag.local,
        uri: tag.uri,
        attributes: Object.values(tag.attributes).filter(({ uri }) => uri !== XMLNS_NAMESPACE),
        isSelfClosing: tag.isSelfClosing,
        place: this.#mark,
        start: this.#markStart,
        end: this.#parser.position,
      });
      if (scope !== null) {
        this.#scopes.push(scope);
      } else {
        this.#skippedDepth = 1;
        // Without a listener saxes collects no text.
        this.#parser.off('text');
      }
    }
    this.#moveMark(0);
  }

  #close(): void {
    if (this.#skippedDepth === 0) {
      this.#scopes.pop()!.close({ start: this.#markStart, end: this.#parser.position });
    } else {
      this.#skippedDepth -= 1;
      if (this.#skippedDepth === 0) this.#parser.on('text', this.#onText);
    }
    this.#moveMark(0);
  }

  #moveMark(offset: number): void {
    this.#mark = this.#here(offset);
    this.#markPosition = this.#parser.position;
    this.#markStart = this.#parser.position + offset;
  }

  #here(offset: number): Place {
    return { line: this.#parser.line, column: Math.max(1, this.#parser.columnIndex + 1 + offset) };
  }
}
