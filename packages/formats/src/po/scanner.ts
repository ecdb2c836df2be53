import { FormatError, type FormatLimits } from '../format.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { CONTEXT_END, keyNameOf } from './names.ts';
import { type ObsoleteEntry, ObsoleteLines, type PoComment } from './obsolete.ts';
import { unescapePo } from './strings.ts';

/** The strings after a keyword. Offsets are in code units and exclude the byte order mark. */
export interface PoField {
  text: string;
  line: number;
  /** Offset of the field's first quotation mark in the file. */
  start: number;
  /** Offset directly after the field's last quotation mark. */
  end: number;
  parts: number;
  /** True if the first of several quoted strings is empty. This is how msgcat writes a wrapped text. */
  isLed: boolean;
}

export interface PoEntry {
  /** Offset of the first line of the entry. Comments are part of the entry. */
  start: number;
  /** Offset of the line with the first keyword of the entry. */
  keywords: number;
  /** Offset of the end of the last line of the entry, before the line break. */
  end: number;
  line: number;
  comments: PoComment[];
  context: PoField | null;
  id: PoField | null;
  idPlural: PoField | null;
  strings: PoField[];
}

export interface PoHandler {
  take(entry: PoEntry): void;
  domain(line: number): void;
  obsolete?(entry: ObsoleteEntry): void;
}

const QUOTE = 0x22;
const HASH = 0x23;

const KEYWORD = /(msgctxt|msgid_plural|msgid|domain|msgstr(?:[ \t]*\[[ \t]*(\d+)[ \t]*\])?)(?!\w)/y;
const KEYWORD_LENGTH = 100;
/** Matches the rest of a line after `#~`, in an obsolete entry. */
const OBSOLETE = /^\|?[ \t]*(?:$|"|(?:msgctxt|msgid|msgid_plural|msgstr|domain)\b)/;

/**
 * Splits a PO file into entries, line by line. Limits apply during the scan, so a line or string
 * that is too long is rejected before it is in memory.
 */
export class PoScanner {
  readonly #handler: PoHandler;
  readonly #limits: FormatLimits;
  readonly #lineLength: number;
  #rest = '';
  #offset = 0;
  #line = 1;
  #entry: PoEntry | null = null;
  #field: PoField | null = null;
  #fieldName = '';
  #fieldLimit = 0;
  #comments: PoComment[] = [];
  #commentStart = -1;
  readonly #obsolete: ObsoleteLines;

  constructor(handler: PoHandler, limits: FormatLimits) {
    this.#handler = handler;
    this.#limits = limits;
    this.#obsolete = new ObsoleteLines((entry) => handler.obsolete?.(entry));
    this.#lineLength = 1024 + 8 * Math.max(limits.valueLength, limits.keyNameLength);
  }

  write(piece: string): void {
    let start = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
      const part = piece.slice(start, end);
      this.#takeLine(this.#rest === '' ? part : this.#rest + part, 1);
      this.#rest = '';
      start = end + 1;
    }
    this.#rest += piece.slice(start);
    if (this.#rest.length > this.#lineLength) this.#refuseLength();
  }

  end(): void {
    this.#takeLine(this.#rest, 0);
    this.#finish();
    this.#obsolete.finish();
  }

  #takeLine(line: string, breakLength: number): void {
    if (line.length > this.#lineLength) this.#refuseLength();
    const length = line.length + breakLength;
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.includes('\r')) this.#takeParts(text, length);
    else if (text !== '') this.#takePart(text, this.#offset, length);
    this.#offset += length;
    this.#line += 1;
  }

  /** Processes the parts of a line between carriage returns, which also end lines. */
  #takeParts(text: string, length: number): void {
    let at = 0;
    for (const part of text.split('\r')) {
      const size = at + part.length === text.length ? length - at : part.length + 1;
      this.#takePart(part, this.#offset + at, size);
      at += part.length + 1;
      this.#line += 1;
    }
    this.#line -= 1;
  }

  #takePart(line: string, offset: number, length: number): void {
    let at = skipBlanks(line, 0);
    if (line.charCodeAt(at) === HASH) {
      this.#takeComment(line.slice(at + 1), offset, length);
      return;
    }
    while (at < line.length) {
      at =
        line.charCodeAt(at) === QUOTE
          ? this.#takeString(line, at, offset)
          : this.#takeKeyword(line, at, offset);
      at = skipBlanks(line, at);
    }
  }

  #takeComment(comment: string, offset: number, length: number): void {
    if (this.#entry !== null && this.#entry.strings.length > 0) this.#finish();
    const kind = comment.charAt(0);
    if (kind === '~') {
      if (!OBSOLETE.test(comment.slice(1).trimStart().slice(0, KEYWORD_LENGTH))) {
        throw this.#fault('the obsolete entry has an unknown keyword', 1);
      }
      this.#finish();
      this.#obsolete.add(comment.slice(1).trimStart(), {
        start: this.#commentStart === -1 ? offset : this.#commentStart,
        end: offset + length,
        comments: this.#comments,
      });
      this.#comments = [];
      this.#commentStart = -1;
      return;
    }
    this.#obsolete.finish();
    if (this.#entry === null && this.#commentStart === -1) this.#commentStart = offset;
    const name =
      kind === ',' || kind === '='
        ? 'flags'
        : kind === '|'
          ? 'previous'
          : kind === '.'
            ? 'extracted'
            : isReference(comment)
              ? null
              : 'translator';
    if (name === null) return;
    const comments = this.#entry?.comments ?? this.#comments;
    comments.push({ kind: name, text: comment.slice(1), start: offset, end: offset + length });
  }

  #takeKeyword(line: string, at: number, offset: number): number {
    KEYWORD.lastIndex = at;
    const [keyword, name, index] = KEYWORD.exec(line) ?? [];
    if (keyword === undefined) {
      const found = JSON.stringify(line.slice(at, at + 20));
      throw this.#fault(`${found} is not a keyword, a string or a comment`, at + 1);
    }
    this.#closeField();
    const end = at + keyword.length;
    if (name === 'msgctxt') {
      this.#begin(offset).context = this.#open(name, offset + end, this.#limits.keyNameLength);
    } else if (name === 'msgid') {
      const current = this.#entry;
      const entry = current?.context && !current.id ? current : this.#begin(offset);
      entry.line = this.#line;
      entry.id = this.#open(name, offset + end, this.#limits.keyNameLength);
    } else if (name === 'domain') {
      this.#finish();
      this.#open(name, offset + end, this.#limits.keyNameLength);
      this.#handler.domain(this.#line);
    } else {
      this.#takeMessage(name === 'msgid_plural', keyword, index, at, offset + end);
    }
    return end;
  }

  #takeMessage(
    isPlural: boolean,
    keyword: string,
    index: string | undefined,
    at: number,
    end: number,
  ): void {
    const entry = this.#entry;
    if (entry === null || entry.id === null) throw this.#fault(`${keyword} has no msgid`, at + 1);
    if (isPlural) {
      if (entry.idPlural !== null || entry.strings.length > 0) {
        throw this.#fault('msgid_plural must stand once, before the first msgstr', at + 1);
      }
      entry.idPlural = this.#open(keyword, end, this.#limits.valueLength);
      return;
    }
    if (index === undefined) {
      if (entry.idPlural !== null) {
        throw this.#fault('the entry has msgid_plural, so it needs msgstr[0]', at + 1);
      }
      if (entry.strings.length > 0) throw this.#fault('the entry has two msgstr', at + 1);
    } else {
      if (entry.idPlural === null) {
        throw this.#fault('msgstr[…] needs msgid_plural', at + 1);
      }
      if (index.length > 9 || Number(index) !== entry.strings.length) {
        throw this.#fault(`msgstr[${entry.strings.length}] is missing before this form`, at + 1);
      }
    }
    entry.strings.push(this.#open('msgstr', end, this.#limits.valueLength));
  }

  #takeString(line: string, at: number, offset: number): number {
    const field = this.#field;
    if (field === null) throw this.#fault('the string has no keyword', at + 1);
    let end = line.indexOf('"', at + 1);
    while (end !== -1 && isEscaped(line, end, at)) end = line.indexOf('"', end + 1);
    if (end === -1) throw this.#fault('the string has no closing quote on its line', at + 1);
    const text = unescapePo(line.slice(at + 1, end));
    if (typeof text !== 'string') throw this.#fault(text.message, at + 2 + text.at);
    if (field.parts === 0) field.start = offset + at;
    if (field.parts === 1 && field.text === '') field.isLed = true;
    field.parts += 1;
    field.text += text;
    field.end = offset + end + 1;
    if (this.#entry !== null) this.#entry.end = offset + line.length;
    const limit = this.#fieldLimit;
    if (field.text.length > limit && isLongerThan(field.text, limit)) {
      throw this.#fault(`${this.#fieldName} has more than ${limit} characters`, at + 1);
    }
    if (text.includes('\0')) requireText(text, this.#name, { line: this.#line });
    return end + 1;
  }

  #begin(offset: number): PoEntry {
    this.#finish();
    this.#obsolete.finish();
    const entry: PoEntry = {
      start: this.#commentStart === -1 ? offset : this.#commentStart,
      keywords: offset,
      end: offset,
      line: this.#line,
      comments: this.#comments,
      context: null,
      id: null,
      idPlural: null,
      strings: [],
    };
    this.#entry = entry;
    this.#comments = [];
    this.#commentStart = -1;
    return entry;
  }

  #open(name: string, at: number, limit: number): PoField {
    const field = { text: '', line: this.#line, start: at, end: at, parts: 0, isLed: false };
    this.#field = field;
    this.#fieldName = name;
    this.#fieldLimit = limit;
    return field;
  }

  #closeField(): void {
    if (this.#field?.parts === 0) throw this.#fault(`${this.#fieldName} has no string`);
    this.#field = null;
  }

  #finish(): void {
    this.#closeField();
    const entry = this.#entry;
    if (entry === null) return;
    if (entry.strings.length === 0) throw this.#fault('the entry has no msgstr');
    if (entry.context?.text.includes(CONTEXT_END)) throw this.#fault('msgctxt contains U+0004');
    if (entry.context === null && entry.id!.text.includes(CONTEXT_END)) {
      throw this.#fault('msgid contains U+0004, which stands between context and msgid');
    }
    this.#entry = null;
    this.#handler.take(entry);
  }

  get #name(): string {
    const id = this.#entry?.id;
    return id ? keyNameOf(this.#entry?.context?.text, id.text) : '';
  }

  /**
   * Creates an error with a line number. If `column` is given, the line is the current line.
   * Otherwise, it is the line of the current entry.
   */
  #fault(message: string, column?: number): FormatError {
    const path = this.#name.slice(0, this.#limits.keyNameLength);
    const line = column === undefined ? (this.#entry?.line ?? this.#field?.line) : this.#line;
    return new FormatError(message, { path, line: line ?? this.#line, column, isMalformed: true });
  }

  #refuseLength(): never {
    throw this.#fault(`the line has more than ${this.#lineLength} characters`, 1);
  }
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  for (; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code !== 0x20 && (code < 0x09 || code > 0x0c)) break;
  }
  return at;
}

/** True if the number of backslashes before the offset is odd. */
function isEscaped(line: string, at: number, from: number): boolean {
  let start = at;
  while (start - 1 > from && line.charCodeAt(start - 1) === 0x5c) start -= 1;
  return (at - start) % 2 === 1;
}

/** True for a reference to a position in the program, including Solaris's notation. */
const isReference = (comment: string): boolean =>
  comment.startsWith(':') || /^ File: .+, line: \d+/.test(comment);

const NO_FLAGS: readonly string[] = [];

export function flagsOf({ comments }: PoEntry): readonly string[] {
  if (comments.length === 0) return NO_FLAGS;
  const lines = comments.filter(({ kind }) => kind === 'flags');
  return lines.flatMap(({ text }) => text.split(',').map((flag) => flag.trim()));
}
