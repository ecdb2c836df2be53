import type { FormatError } from '../format.ts';
import { isHighSurrogate } from '../text/utf8.ts';
import { readDeclaration } from './declaration.ts';
import { CDATA, type XmlHandler } from './handler.ts';
import { endOfName } from './names.ts';
import { Namespaces, type XmlPosition, type XmlTag } from './namespaces.ts';
import {
  expandReferences,
  MAX_REFERENCE_LENGTH,
  predefinedEntities,
  XmlFault,
} from './references.ts';
import { TagReader } from './tag.ts';
import {
  doctypeFinder,
  type EndFinder,
  endOfDoctype,
  tagFinder,
  terminatorFinder,
} from './unfinished.ts';

export type { XmlHandler, XmlPosition, XmlTag };

const COMMENT = '<!--';
const DOCTYPE = '<!DOCTYPE';
const OUTSIDE = 'text outside of the root element';
const RETURN = 0x0d;
const BRACKET = 0x5d;
const LESS = 0x3c;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;

/** Characters that XML 1.0 (production 2) excludes, except unpaired surrogates. */
const DISALLOWED = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const LONE_RETURN = /\r(?!\n)/;
const LONE_RETURNS = new RegExp(LONE_RETURN, 'g');
const UNPAIRED = /\p{Cs}/u;
/**
 * Reads XML 1.0 with namespaces in pieces and checks that the document is well-formed. It does not
 * fetch external entities, and the handler interprets the DOCTYPE. The time is proportional to the
 * length of the document. At most one incomplete token is in memory.
 */
export class XmlTokenizer {
  /** General entities by name. A handler may add entities that the DOCTYPE declares. */
  readonly entities = predefinedEntities();
  /** Offsets of the current token in the document, in code units. */
  start = 0;
  end = 0;
  /** Line and column at which the current token begins, counted from 1. */
  line = 1;
  column = 1;
  depth = 0;
  readonly #handler: XmlHandler;
  readonly #tags = new TagReader(this.entities);
  readonly #namespaces = new Namespaces();
  readonly #open: string[] = [];
  #text = '';
  #base = 0;
  #markupEnd = 0;
  /** The end of the last piece, if it is a part of a line break or character. */
  #carry = '';
  #finder: EndFinder | null = null;
  #hasRoot = false;
  #hasDoctype = false;
  /** Offset in `#text` up to which line breaks are already counted. */
  #counted = 0;
  #lineStart = 0;
  #newline = -1;
  #hasReference = false;
  #hasReturn = false;
  #hasLoneReturn = false;
  #hasBrackets = false;
  #lastGreater = -1;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  get unfinishedLength(): number {
    return this.#base + this.#text.length + this.#carry.length - this.#markupEnd;
  }

  /** @throws FormatError, after which the tokenizer cannot be used */
  write(piece: string): void {
    let text = this.#carry === '' ? piece : this.#carry + piece;
    const last = text.charCodeAt(text.length - 1);
    const isCut = last === RETURN || isHighSurrogate(last);
    this.#carry = isCut ? text.slice(-1) : '';
    if (isCut) text = text.slice(0, -1);
    this.#take(text);
  }

  /** @throws FormatError if the document is incomplete. */
  close(): void {
    const last = this.#carry;
    this.#carry = '';
    this.#take(last);
    const open = this.#open.at(-1);
    let message: string | null = null;
    if (this.#text !== '') message = 'the document ends in the middle of markup';
    else if (!this.#hasRoot) message = 'the document must contain a root element';
    else if (open !== undefined) message = `unclosed tag: ${open}`;
    if (message !== null) throw this.#malformed(message, this.#text.length);
  }

  #take(text: string): void {
    if (text === '') return;
    let at = text.search(DISALLOWED);
    if (at === -1 && !text.isWellFormed()) at = text.search(UNPAIRED);
    this.#append(at === -1 ? text : text.slice(0, at));
    if (at !== -1) throw this.#malformed('disallowed character', this.#text.length);
  }

  #append(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text;
    if (this.#finder !== null) {
      if (!this.#finder(text)) return;
      this.#finder = null;
    }
    this.#hasReference = this.#text.includes('&');
    this.#hasReturn = this.#text.includes('\r');
    this.#hasBrackets = this.#text.includes(']]>');
    this.#lastGreater = this.#text.lastIndexOf('>');
    this.#findLines();
    let at = 0;
    try {
      at = this.#scan();
    } catch (error) {
      if (error instanceof XmlFault) {
        throw this.#malformed(error.message, error.offset ?? this.start - this.#base);
      }
      throw error;
    }
    this.#drop(at);
  }

  /** Reads all complete tokens. Returns the offset at which an incomplete token begins. */
  #scan(): number {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const isMarkup = text.charCodeAt(at) === LESS;
      const end = isMarkup ? this.#readMarkup(at) : this.#readText(at);
      if (end === at) return at;
      if (isMarkup) this.#markupEnd = this.#base + end;
      at = end;
    }
    return at;
  }

  #drop(length: number): void {
    if (length === 0) return;
    this.#count(length);
    this.#counted -= length;
    this.#base += length;
    this.#text = this.#text.slice(length);
  }

  #begin(start: number): void {
    this.start = this.#base + start;
    this.#count(start);
    this.column = this.start - this.#lineStart + 1;
  }

  #findLines(): void {
    this.#hasLoneReturn = this.#hasReturn && LONE_RETURN.test(this.#text);
    this.#newline = this.#text.indexOf('\n', this.#counted);
  }

  #count(to: number): void {
    if (this.#hasLoneReturn) {
      for (const { index } of this.#text.slice(this.#counted, to).matchAll(LONE_RETURNS)) {
        this.#beginLine(this.#counted + index);
      }
    }
    while (this.#newline !== -1 && this.#newline < to) {
      this.#beginLine(this.#newline);
      this.#newline = this.#text.indexOf('\n', this.#newline + 1);
    }
    if (to > this.#counted) this.#counted = to;
  }

  #beginLine(after: number): void {
    this.line += 1;
    this.#lineStart = Math.max(this.#lineStart, this.#base + after + 1);
  }

  /** Reads a tag or declaration. Returns `start` if the tag is incomplete. */
  #readMarkup(start: number): number {
    if (start + 1 === this.#text.length) return start;
    switch (this.#text.charCodeAt(start + 1)) {
      case SLASH:
        return this.#readEndTag(start);
      case EXCLAMATION:
        return this.#readDeclaration(start);
      case QUESTION:
        return this.#readInstruction(start);
      default:
        return this.#readStartTag(start);
    }
  }

  #mayEnd(start: number): boolean {
    return start < this.#lastGreater;
  }

  #readStartTag(start: number): number {
    const tags = this.#tags;
    const end = this.#mayEnd(start) ? tags.readStart(this.#text, start) : -1;
    if (end === -1) return this.#wait(tagFinder(), start, start);
    if (this.depth === 0) {
      if (this.#hasRoot) throw new XmlFault('documents may contain only one root element', start);
      this.#hasRoot = true;
    }
    this.#begin(start);
    this.end = this.#base + end;
    this.depth += 1;
    const tag = this.#namespaces.enter(tags, this, this.depth);
    this.#handler.open(tag);
    if (tag.isSelfClosing) this.#leave(true);
    else this.#open.push(tag.qualifiedName);
    return end;
  }

  #readEndTag(start: number): number {
    const name = this.#open.at(-1);
    const end = this.#mayEnd(start) ? this.#tags.readEnd(this.#text, start, name ?? '') : -1;
    if (end === -1) return this.#wait(terminatorFinder('>'), start, start);
    this.#begin(start);
    this.end = this.#base + end;
    this.#open.pop();
    this.#leave(false);
    return end;
  }

  #leave(isSelfClosing: boolean): void {
    this.#handler.close(isSelfClosing);
    this.#namespaces.leave(this.depth);
    this.depth -= 1;
  }

  #readDeclaration(start: number): number {
    const text = this.#text;
    if (text.startsWith(COMMENT, start)) return this.#readComment(start);
    if (text.startsWith(CDATA, start)) return this.#readCdata(start);
    if (text.startsWith(DOCTYPE, start)) return this.#readDoctype(start);
    const head = text.slice(start, start + CDATA.length);
    const isCut = [COMMENT, CDATA, DOCTYPE].some((one) => one.startsWith(head));
    if (isCut) return start;
    throw new XmlFault('incorrect syntax: <! begins a comment, CDATA or a DOCTYPE', start);
  }

  #readComment(start: number): number {
    const contentStart = start + COMMENT.length;
    const end = this.#text.indexOf('-->', contentStart);
    if (end === -1) return this.#wait(terminatorFinder('-->'), start, contentStart);
    const comment = this.#text.slice(contentStart, end);
    const hyphens = `${comment}-`.indexOf('--');
    if (hyphens !== -1) throw new XmlFault('malformed comment', contentStart + hyphens);
    this.#begin(start);
    this.end = this.#base + end + 3;
    this.#handler.comment?.(this.#lineEnds(comment));
    return end + 3;
  }

  #readCdata(start: number): number {
    const contentStart = start + CDATA.length;
    if (this.depth === 0) throw new XmlFault(OUTSIDE, start);
    const end = this.#text.indexOf(']]>', contentStart);
    if (end === -1) return this.#wait(terminatorFinder(']]>'), start, contentStart);
    this.#begin(start);
    this.end = this.#base + end + 3;
    const text = this.#text.slice(contentStart, end);
    this.#handler.text(this.#lineEnds(text), CDATA);
    return end + 3;
  }

  #readDoctype(start: number): number {
    if (this.#hasDoctype || this.#hasRoot) {
      throw new XmlFault('a DOCTYPE must be ahead of the root element', start);
    }
    const contentStart = start + DOCTYPE.length;
    const end = endOfDoctype(this.#text, contentStart);
    if (end === -1) return this.#wait(doctypeFinder(), start, contentStart);
    this.#begin(start);
    this.end = this.#base + end;
    this.#hasDoctype = true;
    this.#handler.doctype(this.#lineEnds(this.#text.slice(contentStart, end - 1)));
    return end;
  }

  #readInstruction(start: number): number {
    const text = this.#text;
    const contentStart = start + 2;
    const end = text.indexOf('?>', contentStart);
    if (end === -1) return this.#wait(terminatorFinder('?>'), start, contentStart);
    const nameEnd = endOfName(text, contentStart);
    const name = text.slice(contentStart, nameEnd);
    const isNamed = name !== '' && !name.includes(':');
    if (!isNamed || (nameEnd !== end && !/[ \t\r\n]/.test(text[nameEnd]!))) {
      throw new XmlFault('a processing instruction has a malformed name', contentStart);
    }
    this.#begin(start);
    this.end = this.#base + end + 2;
    if (name === 'xml') this.#declare(text.slice(contentStart, end), start);
    return end + 2;
  }

  #declare(declaration: string, start: number): void {
    if (this.start !== 0) {
      throw new XmlFault('an XML declaration must be at the start of the document', start);
    }
    const { version, encoding } = readDeclaration(declaration, start);
    this.#handler.declare(version, encoding);
  }

  #readText(start: number): number {
    const text = this.#text;
    const less = text.indexOf('<', start);
    const end = less === -1 ? this.#safeEnd(start) : less;
    if (end === start) return start;
    const raw = text.slice(start, end);
    if (this.depth === 0) {
      const outside = raw.search(/[^ \t\r\n]/);
      if (outside !== -1) throw new XmlFault(OUTSIDE, start + outside);
      return end;
    }
    const brackets = this.#hasBrackets ? raw.indexOf(']]>') : -1;
    if (brackets !== -1) throw new XmlFault(']]> is not allowed in text', start + brackets);
    const lines = this.#lineEnds(raw);
    const expanded =
      this.#hasReference && lines.includes('&')
        ? expandReferences(lines, this.entities, start)
        : lines;
    this.#begin(start);
    this.end = this.#base + end;
    this.#handler.text(expanded, raw);
    return end;
  }

  /**
   * Returns the offset up to which the text can be passed on now. After this offset, the next piece
   * may complete a reference or `]]>`.
   */
  #safeEnd(start: number): number {
    const text = this.#text;
    const reference = this.#hasReference ? text.lastIndexOf('&') : -1;
    if (reference >= start && !text.includes(';', reference)) {
      if (text.length - reference > MAX_REFERENCE_LENGTH) {
        throw new XmlFault('a reference has no semicolon', reference);
      }
      return reference;
    }
    let end = text.length;
    while (end > start && end > text.length - 2 && text.charCodeAt(end - 1) === BRACKET) end -= 1;
    return end;
  }

  /** Replaces line breaks by line feeds (XML 1.0 section 2.11). */
  #lineEnds(text: string): string {
    return this.#hasReturn ? text.replaceAll(/\r\n?/g, '\n') : text;
  }

  /**
   * Waits until the token is complete. Until then, later pieces are searched for the end of the
   * token and not read again from its start.
   */
  #wait(finder: EndFinder, start: number, contentStart: number): number {
    finder(this.#text.slice(contentStart));
    this.#finder = finder;
    return start;
  }

  #malformed(message: string, offset: number): FormatError {
    this.#hasReturn = true;
    this.#findLines();
    this.#begin(offset);
    return this.#handler.malformed(message, { line: this.line, column: this.column });
  }
}
