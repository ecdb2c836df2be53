import { FormatError } from '../format.ts';

/** Text of a field. Null if there is nothing between the delimiters. */
export type CsvField = string | null;

export interface CsvHandler {
  take(fields: CsvField[], line: number): void;
  path(fields: readonly CsvField[]): string;
}

export interface CsvLimits {
  /** Maximum length of a field, in code units. */
  fieldLength: number;
  fieldCount: number;
}

/**
 * Maximum length of the header line, in code units. The delimiter is detected within the header
 * line.
 */
const MAX_HEADER_LENGTH = 64 * 1024;

const DELIMITERS = [',', ';', '\t'] as const;

const State = {
  start: 0,
  plain: 1,
  quoted: 2,
  /**
   * State after a quote in a quoted field. The quote ends the field, unless another quote follows.
   */
  quote: 3,
  /**
   * State after a CR at the end of a record. A line feed that follows belongs to the same line
   * break.
   */
  cr: 4,
} as const;
type State = (typeof State)[keyof typeof State];

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/**
 * Reads CSV strictly (RFC 4180) from pieces of text. The delimiter is the most frequent of `,`, `;`
 * and tab outside of quotes in the header line. Records end with CR LF, LF or CR. Inside quotes,
 * every character is text. An empty field is null, and an empty text is written `""`. Blank lines
 * are skipped. All errors are {@link FormatError}s with a line number.
 */
export class CsvRecords {
  readonly #handler: CsvHandler;
  readonly #limits: CsvLimits;
  #delimiter = -1;
  readonly #header = new HeaderScan();
  #state: State = State.start;
  #fields: CsvField[] = [];
  #field = '';
  #line = 1;
  #recordLine = 1;
  #quoteLine = 1;
  /** Offset of the current piece in the whole text, in code units. */
  #offset = 0;
  #recordStart = 0;
  #fieldEnds: number[] = [];
  #takenEnds: readonly number[] = [];

  constructor(handler: CsvHandler, limits: CsvLimits) {
    this.#handler = handler;
    this.#limits = limits;
  }

  get recordStart(): number {
    return this.#recordStart;
  }

  get fieldEnds(): readonly number[] {
    return this.#takenEnds;
  }

  /** @throws FormatError, after which the reader cannot be used */
  write(piece: string): void {
    if (this.#delimiter !== -1) {
      this.#read(piece);
    } else if (this.#header.add(piece)) {
      this.#readHeader();
    }
  }

  /**
   * Ends the file. Must be called after the last piece.
   * @throws FormatError if a quote is not closed
   */
  end(): void {
    if (this.#delimiter === -1) this.#readHeader();
    if (this.#state === State.quoted) {
      this.#line = this.#quoteLine;
      throw this.#malformed('the closing quote of a quoted field is missing');
    }
    if (this.#state === State.start && this.#fields.length === 0) return;
    if (this.#state !== State.cr) this.#endRecord(this.#state === State.quote, this.#offset);
  }

  #readHeader(): void {
    this.#delimiter = this.#header.delimiter().charCodeAt(0);
    for (const piece of this.#header.takePieces()) this.#read(piece);
  }

  #read(text: string): void {
    const end = text.length;
    let at = 0;
    while (at < end) {
      switch (this.#state) {
        case State.plain:
          at = this.#readPlain(text, at);
          break;
        case State.quoted:
          at = this.#readQuoted(text, at);
          break;
        case State.quote:
          at = this.#readBehindQuote(text.charCodeAt(at), at);
          break;
        case State.cr:
          if (text.charCodeAt(at) === LF) at += 1;
          this.#recordStart = this.#offset + at;
          this.#state = State.start;
          break;
        default:
          if (text.charCodeAt(at) === QUOTE) {
            at += 1;
            this.#quoteLine = this.#line;
            this.#state = State.quoted;
          } else {
            this.#state = State.plain;
          }
      }
    }
    this.#offset += end;
  }

  #readPlain(text: string, start: number): number {
    const delimiter = this.#delimiter;
    const end = text.length;
    let at = start;
    let code = 0;
    while (at < end) {
      code = text.charCodeAt(at);
      if (code === delimiter || code === LF || code === CR || code === QUOTE) break;
      at += 1;
    }
    if (at > start) this.#addToField(text.slice(start, at));
    if (at === end) return at;
    if (code === QUOTE) {
      throw this.#malformed('a field that is not quoted contains a quote');
    }
    this.#endAt(code, at, false);
    return at + 1;
  }

  #readQuoted(text: string, start: number): number {
    const quote = text.indexOf('"', start);
    const end = quote === -1 ? text.length : quote;
    if (end > start) {
      const run = text.slice(start, end);
      this.#addToField(run);
      for (let at = run.indexOf('\n'); at !== -1; at = run.indexOf('\n', at + 1)) this.#line += 1;
    }
    if (quote === -1) return end;
    this.#state = State.quote;
    return quote + 1;
  }

  #readBehindQuote(code: number, at: number): number {
    if (code === QUOTE) {
      this.#addToField('"');
      this.#state = State.quoted;
    } else if (code === this.#delimiter || code === LF || code === CR) {
      this.#endAt(code, at, true);
    } else {
      throw this.#malformed('unexpected characters after the closing quote of a field');
    }
    return at + 1;
  }

  #addToField(run: string): void {
    this.#field = this.#field === '' ? run : this.#field + run;
    if (this.#field.length > this.#limits.fieldLength) {
      throw new FormatError(`a field has more than ${this.#limits.fieldLength} characters`, {
        path: this.#handler.path(this.#fields),
        line: this.#recordLine,
      });
    }
  }

  #endAt(code: number, at: number, isQuoted: boolean): void {
    const offset = this.#offset + at;
    if (code === this.#delimiter) {
      this.#endField(isQuoted, offset);
      this.#state = State.start;
      return;
    }
    this.#endRecord(isQuoted, offset);
    this.#recordStart = offset + 1;
    this.#line += 1;
    this.#recordLine = this.#line;
    this.#state = code === CR ? State.cr : State.start;
  }

  #endField(isQuoted: boolean, offset: number): void {
    this.#fieldEnds.push(offset);
    const count = this.#fields.push(this.#field === '' && !isQuoted ? null : this.#field);
    this.#field = '';
    if (count > this.#limits.fieldCount) {
      throw this.#malformed(`the record has more than ${this.#limits.fieldCount} fields`);
    }
  }

  #endRecord(isQuoted: boolean, offset: number): void {
    this.#endField(isQuoted, offset);
    const fields = this.#fields;
    this.#fields = [];
    this.#takenEnds = this.#fieldEnds;
    this.#fieldEnds = [];
    if (fields.length > 1 || fields[0] !== null) this.#handler.take(fields, this.#recordLine);
  }

  #malformed(message: string): FormatError {
    const path = this.#handler.path(this.#fields);
    return new FormatError(message, { path, line: this.#line, isMalformed: true });
  }
}

class HeaderScan {
  readonly #pieces: string[] = [];
  readonly #counts = new Map<string, number>();
  #length = 0;
  #isQuoted = false;
  #isBlank = true;

  /** Reads a piece of text. Returns true if the piece completes the header line. */
  add(piece: string): boolean {
    this.#pieces.push(piece);
    for (const character of piece) {
      if (character === '"') this.#isQuoted = !this.#isQuoted;
      const isBreak = character === '\n' || character === '\r';
      if (isBreak && !this.#isQuoted && !this.#isBlank) return true;
      if (isBreak) continue;
      this.#isBlank = false;
      this.#length += 1;
      if (this.#length > MAX_HEADER_LENGTH) {
        throw new FormatError(`the header has more than ${MAX_HEADER_LENGTH} characters`, {
          line: 1,
          isMalformed: true,
        });
      }
      if (!this.#isQuoted) this.#counts.set(character, (this.#counts.get(character) ?? 0) + 1);
    }
    return false;
  }

  delimiter(): string {
    const count = (delimiter: string) => this.#counts.get(delimiter) ?? 0;
    return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
  }

  takePieces(): string[] {
    return this.#pieces.splice(0);
  }
}
