import type { XmlAttribute } from '../xml/tag.ts';
import type { PlacedCode } from './inline/codes.ts';
import { attributeFault, formatTag, isTransparent12 } from './inline/inline.ts';
import { type TagInText, withoutLayout } from './inline/layout.ts';
import { isAllowedIn } from './inline/markup.ts';
import { CHARACTER_CTYPE, isVersion1, MAX_INLINE_DEPTH } from './names.ts';
import { ELEMENT_COST, type Session, type UnitBudget } from './session.ts';
import { type Content, VOCABULARY_2, VOCABULARY_12, type Vocabulary } from './vocabulary.ts';
import type { Scope, Span, XmlElement, XmlPosition } from './xml-reader.ts';

const NO_CODES: readonly PlacedCode[] = [];

export interface ContentOwner {
  readonly keyName: string;
  readonly uri: string;
  readonly budget: UnitBudget;
  /** Returns the original data with an id. Files before XLIFF 2.0 have no original data. */
  dataOf(id: string): string;
}

/**
 * Reads the content of a `<source>` or `<target>`. Plain text is unchanged, an inline element
 * becomes its markup in normalized form, and `<cp>` becomes the character that it represents.
 */
export class TextContent implements Scope {
  readonly session: Session;
  readonly owner: ContentOwner;
  readonly part: number;
  readonly tag: Span;
  endTag: Span;
  #codes: PlacedCode[] | null = null;
  readonly hasLayout: boolean;
  #tags: TagInText[] | null = null;
  #text = '';
  #length = 0;

  /**
   * @param hasLayout - true if line breaks around inline elements are layout
   */
  constructor(
    session: Session,
    owner: ContentOwner,
    tag: Span,
    { part = 0, hasLayout = false }: { part?: number; hasLayout?: boolean } = {},
  ) {
    owner.budget.spend(ELEMENT_COST);
    this.session = session;
    this.owner = owner;
    this.tag = tag;
    this.endTag = tag;
    this.part = part;
    this.hasLayout = hasLayout;
  }

  get content(): string {
    return this.#text;
  }

  get codes(): readonly PlacedCode[] {
    return this.#codes ?? NO_CODES;
  }

  addCode(code: PlacedCode): void {
    this.#codes ??= [];
    this.#codes.push(code);
  }

  open(element: XmlElement): Scope | null {
    return openInline(this, element, 'inline', 0);
  }

  text(text: string): void {
    this.#length += text.length;
    this.owner.budget.spend(text.length);
    const { valueLength } = this.session.options.limits;
    if (this.#length > valueLength * 2) {
      throw this.fault(`the string has more than ${valueLength} characters`);
    }
    this.#text += text;
  }

  /** Adds the tag of an inline element. */
  tagText(tag: string, isClosing: boolean): void {
    const start = this.#text.length;
    this.text(tag);
    if (!this.hasLayout) return;
    this.#tags ??= [];
    this.#tags.push({ start, end: this.#text.length, isClosing });
  }

  close(endTag: Span): void {
    this.endTag = endTag;
    if (this.#tags !== null) this.#text = withoutLayout(this.#text, this.#tags);
  }

  fault(message: string, place?: XmlPosition): Error {
    return this.session.fault(message, place, this.owner.keyName);
  }
}

class InlineContent implements Scope {
  readonly #text: TextContent;
  readonly #context: Content;
  readonly #depth: number;
  readonly #endTag: string;

  constructor(text: TextContent, context: Content, depth: number, endTag: string) {
    this.#text = text;
    this.#context = context;
    this.#depth = depth;
    this.#endTag = endTag;
  }

  open(element: XmlElement): Scope | null {
    return openInline(this.#text, element, this.#context, this.#depth);
  }

  text(text: string): void {
    if (this.#context !== 'empty') this.#text.text(text);
    else if (text.trim() !== '') throw this.#text.fault('an empty element must not contain text');
  }

  close(): void {
    if (this.#endTag !== '') this.#text.tagText(this.#endTag, true);
  }
}

class CharacterContent implements Scope {
  readonly #text: TextContent;
  #hex = '';

  constructor(text: TextContent) {
    this.#text = text;
  }

  open(element: XmlElement): Scope | null {
    throw this.#text.fault(`the code of a character must not contain a <${element.name}>`);
  }

  text(text: string): void {
    this.#hex += text.slice(0, 8);
  }

  close(): void {
    this.#text.text(characterOf(this.#text, this.#hex));
  }
}

function openInline(
  text: TextContent,
  element: XmlElement,
  context: Content,
  depth: number,
): Scope | null {
  const { name, uri, place, isSelfClosing } = element;
  if (uri !== text.owner.uri) {
    throw text.fault(`text must not contain a <${name}> of another namespace`, place);
  }
  const is12 = isVersion1(uri);
  if (!is12 && name === 'cp' && context === 'inline') return openCharacter(text, element);
  const vocabulary: Vocabulary = is12 ? VOCABULARY_12 : VOCABULARY_2;
  const elementRule = vocabulary.get(name);
  if (elementRule === undefined) {
    throw text.fault(`<${name}> is not an inline element; markup in text must be escaped`, place);
  }
  if (!isAllowedIn(context, name)) throw text.fault(`<${name}> is not allowed here`, place);
  if (depth >= MAX_INLINE_DEPTH) {
    throw text.fault(`inline elements nest deeper than ${MAX_INLINE_DEPTH} levels`, place);
  }
  if (is12 && isTransparent12(name, element.attributes)) {
    const isCharacter = element.attributes.some(({ value }) => value === CHARACTER_CTYPE);
    return isCharacter
      ? new CharacterContent(text)
      : new InlineContent(text, context, depth + 1, '');
  }
  const attributes = is12 ? knownAttributes12(text, element) : element.attributes;
  const fault = attributeFault(name, elementRule, attributes);
  if (fault !== null) throw text.fault(`${fault} (${elementRule.section})`, place);
  const plain = new Map<string, string>();
  for (const { prefix, name: key, value } of attributes) if (prefix === '') plain.set(key, value);
  text.addCode({ name, attributes: plain, part: text.part, place });
  const isEmpty = elementRule.content === 'empty' || isSelfClosing;
  const dataOf = ({ value }: XmlAttribute) => text.owner.dataOf(value);
  text.tagText(formatTag(name, attributes, isEmpty, dataOf), false);
  return new InlineContent(text, elementRule.content, depth + 1, isEmpty ? '' : `</${name}>`);
}

function knownAttributes12(text: TextContent, { name, attributes }: XmlElement): XmlAttribute[] {
  const allowed = VOCABULARY_12.get(name)!.attributes;
  return attributes.filter((attribute) => {
    if (attribute.prefix !== '' || Object.hasOwn(allowed, attribute.name)) return true;
    if (name === 'mrk' && attribute.name === 'mid') return false;
    text.session.warnOnce(`${name} ${attribute.name}`, {
      path: text.owner.keyName,
      code: 'attribute_skipped',
      message: `the attribute ${attribute.name} is not defined for <${name}> of XLIFF 1.2; every occurrence was dropped`,
    });
    return false;
  });
}

/** Reads a `<cp>` (XLIFF 2.1 section 4.2.3.1). */
function openCharacter(text: TextContent, { attributes, place }: XmlElement): Scope {
  const [hex, ...others] = attributes;
  if (hex?.name !== 'hex' || others.length > 0) {
    throw text.fault(
      'a <cp> needs the attribute hex and must not have other attributes (XLIFF 2.1 4.2.3.1)',
      place,
    );
  }
  text.text(characterOf(text, hex.value, place));
  return new InlineContent(text, 'empty', MAX_INLINE_DEPTH, '');
}

/**
 * Returns the character of a `<cp>`, which XML cannot contain directly (XLIFF 2.1 section
 * 4.3.1.19).
 */
function characterOf(text: TextContent, hex: string, place?: XmlPosition): string {
  const code = /^(?:00)?[0-9A-Fa-f]{4}$/.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
  if (code === 0) throw text.fault('the string contains U+0000, which cannot be stored', place);
  if (code >= 0xd800 && code <= 0xdfff) {
    throw text.fault('the string contains an unpaired surrogate', place);
  }
  // Accepts only the following characters: C0 controls that are not white space, DEL, C1 controls
  // other than NEL, U+FFFE and U+FFFF. The rules of the XLIFF schema allow the same characters.
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
  const isDelete = code >= 0x7f && code <= 0x9f && code !== 0x85;
  if (isControl || isDelete || code === 0xfffe || code === 0xffff) return String.fromCharCode(code);
  throw text.fault(
    `${JSON.stringify(hex)} must be a code point that XML cannot represent (XLIFF 2.1 4.3.1.19)`,
    place,
  );
}
