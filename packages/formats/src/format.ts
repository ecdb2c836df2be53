/** State of a value, as in the API. */
export type ValueState = 'translated' | 'needs_review' | 'reviewed';

/** The string of a key in one locale, exactly as the file defines it. */
export interface FileValue {
  localeTag: string;
  text: string;
  /** State of the value, if the format has states (XLIFF). */
  state?: ValueState;
}

/** A key of a file. Rows are in the order of the file. */
export interface FileRow {
  /** Full name of the key: nested segments are joined, array elements are `[n]`. */
  name: string;
  /** Id of the unit in the file (XLIFF), if it differs from the name. */
  id?: string;
  description?: string;
  /** Place in a plural family, if the format itself says it (PO, Android, Apple). Otherwise names tell. */
  plural?: FilePlural;
  /** Present if the file says that the text must not be translated. */
  translatable?: false;
  /** Maximum number of characters in a text, at least 1, if the file gives one. */
  maxLength?: number;
  /** Present if the file says that the program no longer has the text (`extractionState: stale` of Xcode). */
  isStale?: true;
  values: FileValue[];
}

export interface FilePlural {
  /** Name of the family. The name of the row is `family.category`. */
  family: string;
  category: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
  ordinal?: true;
  /** Present if the format selects forms by integers only: categories that no integer reaches are not missing. */
  domain?: 'integer';
}

/** Codes of what a reader left out of a file, or read differently from how it is written. */
export type FileWarningCode =
  | 'attribute_skipped'
  | 'binary_skipped'
  | 'description_too_long'
  | 'empty_array_skipped'
  | 'empty_object_skipped'
  | 'keys_stale'
  | 'name_repeated'
  | 'nested_names_joined'
  | 'null_skipped'
  | 'plural_form_unused'
  | 'plural_forms'
  | 'po_domain'
  | 'po_format'
  | 'po_kind'
  | 'references_skipped'
  | 'root_locale'
  | 'rules_skipped'
  | 'source_locale'
  | 'state_unknown'
  | 'target_incomplete'
  | 'target_language_missing'
  | 'text_skipped'
  | 'unescaped_apostrophe'
  | 'unit_id_length'
  | 'unsupported_format'
  | 'xliff_version';

interface FileNote<NoteCode> {
  /** Name of the key, or location in the file. */
  path: string;
  code: NoteCode;
  message: string;
}

export type FileWarning = FileNote<FileWarningCode>;

/** A text that a base has no place for. */
export type PatchRefusal = FileNote<'no_place' | 'no_form' | 'no_column'>;

export interface FormatLimits {
  depth: number;
  keyNameLength: number;
  valueLength: number;
  descriptionLength: number;
}

export interface ReadOptions {
  /** Separator between nested segments. Null if the names of the project are never split. */
  keySeparator: string | null;
  /** Locale of the strings if the file does not name it. */
  localeTag: string;
  /** Source locale of the project. */
  sourceLocaleTag: string;
  /** CSV: removes the apostrophe that an export with `csvSafe` put before a string. */
  csvSafe?: boolean;
  /**
   * PO: `msgid`s are texts of the source locale, or names of keys only. If undefined, a file of the source locale
   * tells, and in other files they are texts.
   */
  poKind?: 'text' | 'ids';
  /** Android: the file is a resource of Compose Multiplatform, which knows fewer escapes. */
  isCompose?: boolean;
  limits: FormatLimits;
  warn(warning: FileWarning): void;
}

export interface WriteOptions {
  keySeparator: string | null;
  sourceLocaleTag: string;
  /** Locales to write, in order. Only formats with `multiLocale` support more than one. */
  localeTags: readonly string[];
  shape: 'flat' | 'nested';
  /**
   * True if any row has a description. If undefined, a format that needs to know this before the rows (CSV)
   * buffers them.
   */
  hasDescriptions?: boolean;
  /** JSON: writes no white space between tokens. */
  compact?: boolean;
  /** CSV: prefixes strings that a spreadsheet would run as formulas with an apostrophe. */
  csvSafe?: boolean;
  /** Nested YAML: writes the file for Ruby's I18n, with the locale as root key and typed Rails settings. */
  forRuby?: boolean;
  xliffVersion?: '1.2' | '2.1';
  /** Android: writes for Compose Multiplatform. */
  isCompose?: boolean;
  /** PO: false leaves long lines unbroken. Defaults to true. A patch follows the long lines of its base. */
  poWrap?: boolean;
}

export interface PatchOptions extends WriteOptions {
  limits: FormatLimits;
  /** PO: see {@link ReadOptions.poKind}. */
  poKind?: 'text' | 'ids';
  /**
   * Handling of entries of the base that the rows do not have: `keep` leaves them as they are, `remove` takes them
   * out of the file.
   */
  missing: 'keep' | 'remove';
  /** Arrays and plurals of which some texts are missing: nothing is inserted into them. */
  partial?: PartialGroups;
  /** Locale of texts that only accompany the others: those of the base stay. */
  referenceTag?: string;
  /** True to take out objects and arrays, too, in which no text is left. */
  prunes?: boolean;
  /** File of the source locale: an entry that is inserted is spelled as it is there. */
  sibling?: Uint8Array;
  /** Is told of each edit: its offset in the decoded base, what is written there, and that base. */
  observe?: (start: number, replacement: string, base: string) => void;
}

/** Options of the file of a locale that is made from the file of another one. */
export interface RetargetOptions
  extends Pick<PatchOptions, 'keySeparator' | 'sourceLocaleTag' | 'limits' | 'poWrap'> {
  /** Locale of the file. */
  from: string;
  to: string;
}

/** Numbers of texts that {@link FileFormat.patch} changed. */
export interface PatchReport {
  replaced: number;
  inserted: number;
  removed: number;
  /** Texts of the base that the rows do not have and that stayed. */
  kept: number;
  /** Texts that the base has no place for, with the reason. */
  refused: PatchRefusal[];
}

/**
 * `source`: texts of the source locale beside those of others. `comments`: descriptions, in the place of their entry.
 * `plurals`: entries for all forms of a plural. `untranslatable`: marks of texts that are not translated.
 * `lengths`: maximum lengths. `unitIds`: ids of units beside their names. `sourceStates`: states of the texts of the source locale too.
 */
export type Carried =
  | 'source'
  | 'sourceStates'
  | 'comments'
  | 'plurals'
  | 'untranslatable'
  | 'lengths'
  | 'unitIds';

/** Texts that programs read together: as long as one is missing, a file has none of them. */
export interface FormatNeeds {
  /** True if an array has all elements that the source locale has. */
  readonly arrays: boolean;
  /**
   * Forms without which a plural is left out: `other`, or the form that stands for it; `all` that the file selects;
   * null if programs take another text for a form that is missing.
   */
  readonly plurals: 'other' | 'all' | null;
}

/** Arrays and plurals of a translation. Plain data, which a thread can get. */
export interface PartialGroups {
  readonly separator: string;
  /** Names of arrays, by whether all their texts are there. */
  readonly arrays: ReadonlyMap<string, boolean>;
  /** Names of plurals that lack a form. */
  readonly families: ReadonlySet<string>;
}

/** Marks by which a format tells the states of translations. */
export interface FormatStates {
  /**
   * State of a translation without a mark, in a format that marks only those that need review (`fuzzy` of PO).
   * Undefined if a file without a mark says nothing.
   */
  readonly unmarked?: ValueState;
  /** True if a file tells reviewed texts from translated ones. */
  readonly tellsReviewed: boolean;
  /** True if all forms of a plural have one mark. */
  readonly isOfEntry: boolean;
}

/** A file format: converts streams of bytes to rows and back. Independent of the service. */
export interface FileFormat {
  readonly id: string;
  readonly contentType: string;
  /** Endings of file names, in lower case. New files have the first one. */
  readonly extensions: readonly [string, ...string[]];
  /** Kinds of content that a file can have besides names and texts. */
  readonly carries: readonly Carried[];
  /** True if one file can contain several locales. */
  readonly multiLocale: boolean;
  /** Null if a file has no states of its texts. */
  readonly states: FormatStates | null;
  readonly needs: FormatNeeds;
  /**
   * True if reading needs the whole file in memory and blocks the thread. The caller then reads files of
   * more than 1 MB in a worker thread.
   */
  readonly blocking: boolean;
  /**
   * Reads a file and yields batches of rows in the order of the file. Throws a {@link FormatError} for invalid
   * UTF-8, U+0000, unpaired surrogates and violations of the format.
   */
  read(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<FileRow[], void>;
  /**
   * Writes rows with distinct names and yields pieces of the file. Reading the file returns the same rows.
   * Throws a {@link FormatError} with the name of the key for a string that the format cannot represent.
   */
  write(rows: AsyncIterable<FileRow[]>, options: WriteOptions): AsyncGenerator<string, void>;
  /**
   * Returns the file of one locale as a base for that of another one: it names the other locale, and has no texts and
   * states of the first one if the format has these beside the source texts. Null for a format whose files say
   * nothing of their locale.
   */
  readonly retarget: ((base: Uint8Array, options: RetargetOptions) => Promise<Uint8Array>) | null;
  /**
   * Writes `base` with the texts (and states) of the rows, and yields pieces of the file. Every byte that belongs
   * to no changed text stays: comments, order, white space, line ends, byte order mark, escapes. A row that the
   * base does not have is inserted after the row before it, or at the end. Needs the base and the texts in memory.
   * Throws a {@link FormatError} for a base that `read` rejects and for a string that the format cannot represent.
   */
  patch(
    base: Uint8Array,
    rows: AsyncIterable<FileRow[]>,
    options: PatchOptions,
  ): AsyncGenerator<Uint8Array, PatchReport>;
}

/**
 * An invalid file, with the location of the fault. `path` is the name of the key, if known; `line` and `column`
 * (in code units) count from 1. `isMalformed` is true if the bytes violate the syntax of the format, and false
 * if the syntax is valid but the content is not.
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
