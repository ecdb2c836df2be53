import { FormatError, type FormatLimits } from '../format.ts';
import { EntryNames } from '../names/entry-names.ts';
import type { Encoding } from '../text/encoding.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { declarationFault } from '../xml/declaration.ts';
import { CDATA } from '../xml/handler.ts';
import { isBlank } from '../xml/tag.ts';
import { type XmlPosition, type XmlTag, XmlTokenizer } from '../xml/tokenizer.ts';

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

interface TextSpan extends Span {
  text: string;
}

/** A `<data>` element that contains a text. */
export interface ResxEntry extends Span {
  readonly name: string;
  readonly place: XmlPosition;
  /**
   * True if `xml:space="preserve"` is set on the entry or on its `<value>`. White space at both
   * ends then belongs to the text.
   */
  preserves: boolean;
  value: TextSpan | null;
  comment: TextSpan | null;
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
/** Maximum length of a text, tag or comment, in code units. */
const MAX_TOKEN_LENGTH = 2 * 1024 * 1024;
const MAX_DEPTH = 64;
/**
 * Matches a decimal character reference. .NET's `XmlTextReader` (as in Mono 6.8) treats white space
 * with such a reference as text, but not white space with a hexadecimal reference.
 */
const DECIMAL_REFERENCE = /&#\d/;

/**
 * Finds the texts of a .NET resource file and their offsets. The file is passed in pieces. Only the
 * current entry is held in memory. All errors are {@link FormatError}s with line and column.
 */
export class ResxScanner {
  root: Span | null = null;
  /**
   * Offset after the last child of the root element, or after the root's start tag if there is no
   * child.
   */
  lastEnd = 0;
  /** Number of entries that are not texts, such as icons. */
  otherCount = 0;
  firstOther = '';
  readonly #onEntry: (entry: ResxEntry) => void;
  readonly #onOther: ((name: string) => void) | undefined;
  readonly #limits: FormatLimits;
  readonly #tokens: XmlTokenizer;
  readonly #names: EntryNames;
  #rootPreserves = false;
  #entry: ResxEntry | null = null;
  #part: TextSpan | null = null;
  /** Text since the last tag, comment or CDATA section. */
  #run = '';
  /** True if .NET treats the run as text, and not as white space between elements. */
  #isRunMeant = false;

  /** `onOther` receives the names of the entries that are not texts. */
  constructor(
    onEntry: (entry: ResxEntry) => void,
    limits: FormatLimits,
    encoding: Encoding,
    onOther?: (name: string) => void,
  ) {
    this.#onEntry = onEntry;
    this.#onOther = onOther;
    this.#limits = limits;
    this.#names = new EntryNames(limits);
    this.#tokens = new XmlTokenizer({
      open: (tag) => this.#open(tag),
      close: (isSelfClosing) => this.#close(isSelfClosing),
      text: (text, written) => this.#text(text, written),
      comment: () => this.#endRun(),
      declare: (version, declared) => {
        const message = declarationFault(version, declared, encoding);
        if (message !== null) throw this.#fault(message);
      },
      doctype: () => {
        throw this.#fault('a resource file has no DOCTYPE; nothing is fetched');
      },
      malformed: (message, { line, column }) =>
        new FormatError(message, { path: this.#path, line, column, isMalformed: true }),
    });
  }

  /** @throws FormatError, after which the scanner cannot be used */
  write(piece: string): void {
    this.#tokens.write(piece);
    if (this.#tokens.unfinishedLength > MAX_TOKEN_LENGTH) {
      throw this.#fault('a single text, tag or comment is too long');
    }
  }

  end(): void {
    this.#tokens.close();
  }

  get #path(): string {
    return this.#entry?.name ?? '';
  }

  get #place(): XmlPosition {
    return { line: this.#tokens.line, column: this.#tokens.column };
  }

  #fault(message: string, place: XmlPosition = this.#place, path = this.#path): FormatError {
    return new FormatError(message, { path, line: place.line, column: place.column });
  }

  #spanOf({ isSelfClosing }: XmlTag): Span {
    const { start, end: contentStart } = this.#tokens;
    return { start, contentStart, contentEnd: contentStart, end: 0, isSelfClosing };
  }

  #open(tag: XmlTag): void {
    const { depth } = this.#tokens;
    if (depth > MAX_DEPTH) throw this.#fault(`elements nest deeper than ${MAX_DEPTH} levels`);
    if (depth === 1) this.#openRoot(tag);
    else if (depth === 2 && tag.qualifiedName === 'data') this.#openData(tag);
    else if (depth === 3 && this.#entry !== null) this.#openPart(tag, this.#entry);
    else if (this.#part !== null) {
      throw this.#fault(`a text must not contain a <${tag.qualifiedName}>`);
    }
  }

  #openRoot(tag: XmlTag): void {
    if (tag.qualifiedName !== 'root') {
      throw this.#fault(`the root element must be <root>, not <${tag.qualifiedName}>`);
    }
    this.root = this.#spanOf(tag);
    this.lastEnd = this.root.contentStart;
    this.#rootPreserves = preserves(tag) ?? false;
  }

  #openData(tag: XmlTag): void {
    const place = this.#place;
    const name = attributeOf(tag, 'name');
    if (name === undefined) throw this.#fault('a <data> has no name', place);
    if (!isText(tag, name)) {
      if (this.otherCount === 0) this.firstOther = name;
      this.otherCount += 1;
      this.#onOther?.(name);
      return;
    }
    this.#names.claim(name, place);
    const isPreserving = preserves(tag) ?? this.#rootPreserves;
    const parts = { value: null, comment: null };
    this.#entry = { ...this.#spanOf(tag), name, place, preserves: isPreserving, ...parts };
  }

  #openPart(tag: XmlTag, entry: ResxEntry): void {
    const kind = tag.qualifiedName;
    if (kind !== 'value' && kind !== 'comment') return;
    if (entry[kind] !== null) throw this.#fault(`the entry has two <${kind}>`);
    if (kind === 'value' && preserves(tag)) entry.preserves = true;
    this.#part = { ...this.#spanOf(tag), text: '' };
    entry[kind] = this.#part;
  }

  #text(text: string, written: string): void {
    if (this.#part === null) return;
    if (written === CDATA) {
      this.#endRun();
      this.#part.text += text;
    } else {
      this.#run += text;
      this.#isRunMeant ||= !isBlank(text) || DECIMAL_REFERENCE.test(written);
    }
    const limit = 2 * Math.max(this.#limits.valueLength, this.#limits.descriptionLength);
    if (this.#part.text.length + this.#run.length > limit) throw this.#tooLong(this.#entry!);
  }

  /** Adds the text of a run to its element. Omits a run of only white space, as .NET does. */
  #endRun(): void {
    if (this.#part && (this.#isRunMeant || this.#entry?.preserves)) this.#part.text += this.#run;
    this.#run = '';
    this.#isRunMeant = false;
  }

  #close(isSelfClosing: boolean): void {
    const { start, end, depth } = this.#tokens;
    const close = (span: Span): void => {
      span.end = end;
      span.contentEnd = isSelfClosing ? span.contentStart : start;
    };
    if (depth === 3 && this.#part !== null) {
      this.#endRun();
      close(this.#part);
      this.#part = null;
    } else if (depth === 2) {
      this.lastEnd = end;
      if (this.#entry !== null) {
        close(this.#entry);
        this.#finish(this.#entry);
        this.#entry = null;
      }
    } else if (depth === 1) close(this.root!);
  }

  #finish(entry: ResxEntry): void {
    const { name, place, value } = entry;
    if (value !== null) {
      if (isLongerThan(value.text, this.#limits.valueLength)) throw this.#tooLong(entry);
      requireText(value.text, name, place);
    }
    this.#onEntry(entry);
  }

  #tooLong({ place, name }: ResxEntry): FormatError {
    const { valueLength } = this.#limits;
    return this.#fault(`the text has more than ${valueLength} characters`, place, name);
  }
}

const attributeOf = ({ attributes }: XmlTag, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

function preserves({ attributes }: XmlTag): boolean | undefined {
  const space = attributes.find(({ uri, local }) => uri === XML_NAMESPACE && local === 'space');
  return space === undefined ? undefined : space.value === 'preserve';
}

/**
 * True for an entry that contains a text. False for icons, sizes and other objects, and for the
 * entries of the Windows Forms designer.
 */
function isText(tag: XmlTag, name: string): boolean {
  const type = attributeOf(tag, 'type');
  const isString = type === undefined || /^System\.String(?:,|$)/.test(type);
  return isString && attributeOf(tag, 'mimetype') === undefined && !name.startsWith('>>');
}
