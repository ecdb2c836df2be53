/** How far a value has come; the same three states as on the wire. */
export type ValueState = 'translated' | 'needs_review' | 'reviewed';

/** One text of a key in one locale. `text` is exactly what the file means, code unit by code unit. */
export interface FileValue {
  localeTag: string;
  text: string;
  /** Where the format carries one (XLIFF). */
  state?: ValueState;
}

/** One key of a file, in the file's order. */
export interface FileRow {
  /** One string, as flat files have it; nested segments are joined, array elements are `[n]`. */
  name: string;
  description?: string;
  values: FileValue[];
}

export interface FileWarning {
  /** Where: the key's name, or a place in the file. */
  path: string;
  code: string;
  message: string;
}

export interface FormatLimits {
  depth: number;
  keyNameLength: number;
  valueLength: number;
  descriptionLength: number;
}

export interface ReadOptions {
  /** What joins nested segments; null where the project's names are never split. */
  keySeparator: string | null;
  /** The locale of the texts where the file does not say it. */
  localeTag: string;
  /** The project's source locale. */
  sourceLocaleTag: string;
  limits: FormatLimits;
  warn(warning: FileWarning): void;
}

export interface WriteOptions {
  keySeparator: string | null;
  sourceLocaleTag: string;
  /** The locales to write, in order; only formats with `multiLocale` take more than one. */
  localeTags: readonly string[];
  shape: 'flat' | 'nested';
  /**
   * Whether any row has a description. A format that must say so ahead of the rows (CSV) holds them
   * back until it knows where this is undefined.
   */
  hasDescriptions?: boolean;
  /** JSON: no white space between tokens. */
  compact?: boolean;
  /** CSV: texts that a spreadsheet would run as a formula get a leading apostrophe. */
  csvSafe?: boolean;
  /** YAML, nested: as Ruby's I18n loads it, below the locale and with Rails' settings as what they are. */
  forRuby?: boolean;
  xliffVersion?: '1.2' | '2.1';
}

/** A file format: bytes to rows and back, as streams, without knowing anything of the service. */
export interface FileFormat {
  readonly id: string;
  readonly contentType: string;
  readonly extension: string;
  /** Whether one file carries texts of several locales. */
  readonly multiLocale: boolean;
  /**
   * Whether reading needs the whole file at once and holds the thread meanwhile; the caller then
   * reads files of more than 1 MB in a worker thread.
   */
  readonly blocking: boolean;
  /**
   * Batches of rows in the file's order. Bytes that are not valid UTF-8, U+0000, unpaired
   * surrogates and whatever breaks the format throw a {@link FormatError}.
   */
  read(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<FileRow[], void>;
  /**
   * Pieces of the file's text. What is written reads back as the same rows; their names must be
   * distinct. A text that the format cannot carry throws a {@link FormatError} that names the key.
   */
  write(rows: AsyncIterable<FileRow[]>, options: WriteOptions): AsyncGenerator<string, void>;
}

/**
 * Content that cannot be taken, and where. `path` is the key's name where there is one; `line` and
 * `column` (in code units) count from 1. `isMalformed` is true where the bytes are not of the format
 * at all, false where they are but say something that cannot be taken.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly path: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly isMalformed: boolean;

  constructor(
    message: string,
    at: { path?: string; line?: number; column?: number; isMalformed?: boolean } = {},
  ) {
    super(message);
    this.path = at.path ?? '';
    this.line = at.line;
    this.column = at.column;
    this.isMalformed = at.isMalformed ?? false;
  }
}
