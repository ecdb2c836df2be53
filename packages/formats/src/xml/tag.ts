import { endOfName } from './names.ts';
import { type Entities, expandReferences, XmlFault } from './references.ts';

/** An attribute of a start tag. {@link Namespaces} sets its namespace later. */
export interface XmlAttribute {
  readonly name: string;
  prefix: string;
  local: string;
  uri: string;
  readonly value: string;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;

const isSpace = (code: number): boolean =>
  code === SPACE || code === NEWLINE || code === TAB || code === RETURN;

/** True if the text consists of white space only (XML 1.0, production 3). */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index++)
    if (!isSpace(text.charCodeAt(index))) return false;
  return true;
}

/** A start tag before its namespaces are resolved. */
export interface ParsedTag {
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly isSelfClosing: boolean;
}

export class TagReader implements ParsedTag {
  name = '';
  attributes: XmlAttribute[] = [];
  isSelfClosing = false;
  readonly #entities: Entities;
  #text = '';
  #at = 0;

  constructor(entities: Entities) {
    this.#entities = entities;
  }

  /**
   * Returns the offset after the start tag at `start`. Returns -1 if the text ends inside the tag.
   * @throws XmlFault
   */
  readStart(text: string, start: number): number {
    this.#text = text;
    this.#at = endOfName(text, start + 1);
    this.name = text.slice(start + 1, this.#at);
    this.attributes = [];
    for (;;) {
      const from = this.#at;
      const code = this.#skipSpace();
      if (code === GREATER) {
        this.isSelfClosing = false;
        return this.#at + 1;
      }
      if (code === SLASH) return this.#readSlash();
      if (this.#at >= text.length) return -1;
      if (this.#at === from) {
        const what = this.attributes.length === 0 ? 'the name of a tag' : 'an attribute';
        throw new XmlFault(`a disallowed character follows ${what}`, from);
      }
      if (!this.#readAttribute()) return -1;
    }
  }

  /** Returns the offset after the end tag at `start`. The tag must have the given name. */
  readEnd(text: string, start: number, name: string): number {
    const nameStart = start + 2;
    if (text.charCodeAt(nameStart + name.length) === GREATER && text.startsWith(name, nameStart)) {
      return nameStart + name.length + 1;
    }
    this.#text = text;
    this.#at = endOfName(text, nameStart);
    const found = text.slice(nameStart, this.#at);
    const code = this.#skipSpace();
    if (this.#at >= text.length) return -1;
    if (code !== GREATER || found === '') {
      throw new XmlFault('a disallowed character is in an end tag', this.#at);
    }
    if (found !== name) throw new XmlFault(`unexpected end tag: </${found}>`, this.#at);
    return this.#at + 1;
  }

  #readSlash(): number {
    if (this.#at + 1 >= this.#text.length) return -1;
    if (this.#text.charCodeAt(this.#at + 1) !== GREATER) {
      throw new XmlFault('a slash in a tag must be followed by >', this.#at + 1);
    }
    this.isSelfClosing = true;
    return this.#at + 2;
  }

  /**
   * Reads an attribute.
   * @returns false if the text ends inside the attribute
   */
  #readAttribute(): boolean {
    const text = this.#text;
    const start = this.#at;
    const nameEnd = endOfName(text, start);
    if (nameEnd === start) {
      throw new XmlFault('disallowed character in the name of an attribute', start);
    }
    this.#at = nameEnd;
    const code = this.#skipSpace();
    if (this.#at >= text.length) return false;
    if (code !== EQUALS) throw new XmlFault('an attribute has no value', this.#at);
    this.#at += 1;
    const quote = this.#skipSpace();
    if (this.#at >= text.length) return false;
    if (quote !== QUOTE && quote !== APOSTROPHE) {
      throw new XmlFault('the value of an attribute is not quoted', this.#at);
    }
    const value = this.#readValue(quote);
    if (value === null) return false;
    const name = text.slice(start, nameEnd);
    this.attributes.push({ name, prefix: '', local: name, uri: '', value });
    return true;
  }

  #readValue(quote: number): string | null {
    const text = this.#text;
    const start = this.#at + 1;
    let isPlain = true;
    let hasReference = false;
    let at = start;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
      if (at >= text.length) return null;
      if (code === LESS) throw new XmlFault('disallowed character < in an attribute', at);
      if (code === AMPERSAND) hasReference = true;
      else if (code < SPACE) isPlain = false;
      at += 1;
    }
    this.#at = at + 1;
    const raw = text.slice(start, at);
    // Normalizes white space in attribute values (XML 1.0 section 3.3.3).
    const spaced = isPlain ? raw : raw.replaceAll(/\r\n|[\t\r\n]/g, ' ');
    return hasReference ? expandReferences(spaced, this.#entities, start) : spaced;
  }

  #skipSpace(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (isSpace(code)) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
    return code;
  }
}
