import { decodeApple } from '../apple/encoding.ts';
import type { FormatError } from '../format.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import { Batches } from '../text/batches.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { XML_NAMESPACE } from '../xliff/names.ts';
import { attributeOf } from '../xliff/session.ts';
import { type Scope, type XmlElement, XmlReader } from '../xliff/xml-reader.ts';

export interface TmxVariant {
  readonly localeTag: string;
  readonly text: string;
}

export interface TmxUnit {
  /**
   * Texts of the unit in the order of the file. Texts that cannot be used, such as empty texts, are
   * left out.
   */
  readonly variants: readonly TmxVariant[];
}

export interface TmxOptions {
  /** Maximum length of a text, in code points. */
  valueLength: number;
  /** Maximum number of translation units in the file. */
  units: number;
}

/**
 * Maximum depth of elements. TMX itself has few levels, but an inline code may contain text with
 * further inline codes.
 */
const MAX_DEPTH = 40;
const MAX_VARIANTS = 1000;

/** The inline elements (TMX 1.4b, section 4.3). */
const INLINE = new Set(['bpt', 'ept', 'hi', 'it', 'ph', 'sub', 'ut']);
/** Inline elements that contain native code of the original document. */
const CODES = new Set(['bpt', 'ept', 'it', 'ph', 'ut']);

/**
 * Reads the translation units of a TMX file (1.1 to 1.4b) in UTF-8 or UTF-16, in batches. The
 * content of an inline code is part of the text: `<ph>{name}</ph>` becomes `{name}`.
 * @throws FormatError with line and column if the file is not TMX, or if a text or the file is too
 * long
 */
export async function* readTmx(
  bytes: AsyncIterable<Uint8Array>,
  options: TmxOptions,
): AsyncGenerator<TmxUnit[], void> {
  const document = new Document(options);
  const reader = new XmlReader(document, {
    maxDepth: MAX_DEPTH,
    encodings: /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii)$/i,
    allowsDoctype: (text) => /^\s*tmx(?:\s[^[]*)?$/.test(text),
  });
  document.reader = reader;
  for await (const piece of decodeApple(bytes)) {
    reader.write(piece);
    yield* document.units.takeFull();
  }
  reader.end();
  yield* document.units.takeAll();
}

const lengthOf = ({ variants }: TmxUnit): number =>
  variants.reduce((length, { text }) => length + text.length, 0);

class Document implements Scope {
  readonly units = new Batches<TmxUnit>(lengthOf);
  readonly options: TmxOptions;
  reader!: XmlReader;
  #count = 0;

  constructor(options: TmxOptions) {
    this.options = options;
  }

  open({ name, attributes, place }: XmlElement): Scope {
    const version = attributes.find((attribute) => attribute.name === 'version')?.value;
    if (name !== 'tmx') {
      throw this.reader.fault(`the root element must be <tmx>, not <${name}>`, place);
    }
    if (version === undefined || !/^1\.[0-9]/.test(version)) {
      const found = version === undefined ? 'missing' : `${JSON.stringify(version)}, not supported`;
      throw this.reader.fault(`the version of the TMX file is ${found}`, place);
    }
    return new Container(this);
  }

  add(unit: TmxUnit): void {
    this.#count += 1;
    if (this.#count > this.options.units) {
      const limit = this.options.units.toLocaleString('en');
      throw this.fault(`the file has more than ${limit} units; import it in parts`);
    }
    this.units.add(unit);
  }

  fault(message: string): FormatError {
    return this.reader.fault(message);
  }

  text(): void {}
  close(): void {}
}

/**
 * The element `<tmx>` or `<body>`. The header is ignored, because each variant states its own
 * language.
 */
class Container implements Scope {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  open({ name }: XmlElement): Scope | null {
    if (name === 'tu') return new Unit(this.#document);
    return name === 'body' ? this : null;
  }

  text(): void {}
  close(): void {}
}

class Unit implements Scope {
  readonly #document: Document;
  readonly #variants: TmxVariant[] = [];
  #count = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  open(element: XmlElement): Scope | null {
    if (element.name !== 'tuv') return null;
    this.#count += 1;
    if (this.#count > MAX_VARIANTS) {
      throw this.#document.fault(`a unit has more than ${MAX_VARIANTS} languages`);
    }
    const given = attributeOf(element, 'lang', XML_NAMESPACE) ?? attributeOf(element, 'lang');
    const localeTag = given === undefined ? null : canonicalTag(given);
    return localeTag === null
      ? null
      : new Variant(this.#document, (text) => this.#variants.push({ localeTag, text }));
  }

  text(): void {}

  close(): void {
    this.#document.add({ variants: this.#variants });
  }
}

class Variant implements Scope {
  readonly #document: Document;
  readonly #take: (text: string) => void;
  #hasSegment = false;

  constructor(document: Document, take: (text: string) => void) {
    this.#document = document;
    this.#take = take;
  }

  open({ name, place }: XmlElement): Scope | null {
    if (name !== 'seg') return null;
    if (this.#hasSegment) throw this.#document.reader.fault('a <tuv> has two <seg>', place);
    this.#hasSegment = true;
    return new Segment(this.#document, this.#take);
  }

  text(): void {}
  close(): void {}
}

/** A `<seg>` element. Its text includes the native code of its inline elements. */
class Segment implements Scope {
  readonly #document: Document;
  readonly #take: (text: string) => void;
  #text = '';
  #hasEmptyCode = false;

  constructor(document: Document, take: (text: string) => void) {
    this.#document = document;
    this.#take = take;
  }

  open({ name, place }: XmlElement): Scope {
    if (!INLINE.has(name)) {
      throw this.#document.reader.fault(`a <seg> must not contain a <${name}>`, place);
    }
    return new Inline(this, CODES.has(name) ? this.#text.length : null);
  }

  text(text: string): void {
    const { valueLength } = this.#document.options;
    if (this.#text.length + text.length > 2 * valueLength) throw this.#tooLong();
    this.#text += text;
  }

  endCode(start: number): void {
    this.#hasEmptyCode ||= this.#text.length === start;
  }

  close(): void {
    if (isLongerThan(this.#text, this.#document.options.valueLength)) throw this.#tooLong();
    requireText(this.#text, '');
    if (!this.#hasEmptyCode && this.#text.trim() !== '') this.#take(this.#text);
  }

  #tooLong(): FormatError {
    const { valueLength } = this.#document.options;
    return this.#document.fault(`a text has more than ${valueLength} characters`);
  }
}

class Inline implements Scope {
  readonly #segment: Segment;
  readonly #start: number | null;

  constructor(segment: Segment, start: number | null) {
    this.#segment = segment;
    this.#start = start;
  }

  open(element: XmlElement): Scope {
    return this.#segment.open(element);
  }

  text(text: string): void {
    this.#segment.text(text);
  }

  close(): void {
    if (this.#start !== null) this.#segment.endCode(this.#start);
  }
}
