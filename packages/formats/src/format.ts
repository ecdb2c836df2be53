/** State of a value, as in the API. */
export type ValueState = 'translated' | 'needs_review' | 'reviewed';

/** The string of a key in one locale, exactly as the file defines it. */
export interface FileValue {
  localeTag: string;
  text: string;
  /** State of the value, if the format has states (XLIFF). */
  state?: ValueState;
}

/** A key of a file with its texts. Rows are in the order of the file. */
export interface FileRow {
  /** Full name of the key: nested segments are joined, array elements are `[n]`. */
  name: string;
  /** Id of the unit in the file (XLIFF), if it differs from the name. */
  id?: string;
  description?: string;
  /**
   * Place in a plural family, if the format states it (PO, Android, Apple). Otherwise the service derives it from
   * names.
   */
  plural?: FilePlural;
  /** Present if the file says that the text must not be translated. */
  translatable?: false;
  /** Maximum number of characters in a text, at least 1, if the file gives one. */
  maxLength?: number;
  /** Set if the file says that the program no longer uses the text (`extractionState: stale` of Xcode). */
  isStale?: true;
  values: FileValue[];
}

export interface FilePlural {
  /** Name of the family. The name of the row is `family.category`. */
  family: string;
  category: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
  ordinal?: true;
  /** Set if the format selects forms by integers only. A category without integers then counts as not missing. */
  domain?: 'integer';
}

/** Codes of content that a reader left out, or read differently from its spelling in the file. */
export type FileWarningCode =
  | 'attribute_skipped'
  | 'binary_skipped'
  | 'description_skipped'
  | 'description_too_long'
  | 'empty_array_skipped'
  | 'empty_message'
  | 'empty_object_skipped'
  | 'keys_stale'
  | 'name_repeated'
  | 'own_entities'
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
  | 'xliff_version';

interface FileNote<NoteCode> {
  /** Name of the key, or location in the file. */
  path: string;
  code: NoteCode;
  message: string;
}

export type FileWarning = FileNote<FileWarningCode>;

/** A text for which a base has no place. */
export type PatchRefusal = FileNote<'no_place' | 'no_form' | 'no_column'>;

export interface FormatLimits {
  depth: number;
  keyNameLength: number;
  valueLength: number;
  descriptionLength: number;
}

/** Encodings between which the bytes of a file do not decide. */
export type Charset = 'utf-8' | 'iso-8859-1';

export interface ReadOptions {
  /** Separator between nested segments. Null if the names of the project are never split. */
  keySeparator: string | null;
  /** Locale of the strings if the file does not state it. */
  localeTag: string;
  /** Source locale of the project. */
  sourceLocaleTag: string;
  /** CSV: removes the apostrophe that an export with `csvSafe` put before a string. */
  csvSafe?: boolean;
  /**
   * PO: `msgid`s are texts of the source locale, or only names of keys. If undefined, the content of a file of the
   * source locale decides, and in other files they are texts.
   */
  poKind?: 'text' | 'ids';
  /** Android: the file is a resource of Compose Multiplatform, which knows fewer escapes. */
  isCompose?: boolean;
  /** Java's `.properties`: encoding of a file without a byte order mark. Defaults to UTF-8. */
  charset?: Charset;
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
   * True if any row has a description. If undefined, CSV buffers the rows until it knows, because its header depends on
   * it.
   */
  hasDescriptions?: boolean;
  /** JSON: writes no white space between tokens. */
  compact?: boolean;
  /** CSV: adds an apostrophe before strings that a spreadsheet would run as formulas. */
  csvSafe?: boolean;
  /** Nested YAML: writes the file for Ruby's I18n, with the locale as root key and typed Rails settings. */
  forRuby?: boolean;
  xliffVersion?: '1.2' | '2.1';
  /** Android: writes for Compose Multiplatform. */
  isCompose?: boolean;
  /** Java's `.properties`: ISO-8859-1 writes all other characters as escapes. Defaults to UTF-8. */
  charset?: Charset;
  /** PO: false leaves long lines unwrapped. Defaults to true. A patch wraps as its base does. */
  poWrap?: boolean;
}

export interface PatchOptions extends WriteOptions {
  limits: FormatLimits;
  /** PO: see {@link ReadOptions.poKind}. */
  poKind?: 'text' | 'ids';
  /** Handling of entries that only the base has: `keep` leaves them, `remove` removes them from the file. */
  missing: 'keep' | 'remove';
  /** Arrays and plurals with missing texts, into which nothing is inserted. */
  partial?: PartialGroups;
  /** Locale of texts that only accompany the others. A patch keeps those of the base. */
  referenceTag?: string;
  /** True to remove also objects and arrays without any remaining text. */
  prunes?: boolean;
  /** File of the source locale. An inserted entry gets its spelling in this file. */
  sibling?: Uint8Array;
  /** Receives each edit: its offset in the decoded base, the text written there, and that base. */
  observe?: (start: number, replacement: string, base: string) => void;
}

/** Options for making the file of a locale from the file of another locale. */
export interface RetargetOptions
  extends Pick<PatchOptions, 'keySeparator' | 'sourceLocaleTag' | 'limits' | 'poWrap' | 'charset'> {
  /** Locale of the file. */
  from: string;
  to: string;
}

/** Numbers of texts that {@link FileFormat.patch} changed. */
export interface PatchReport {
  replaced: number;
  inserted: number;
  removed: number;
  /** Texts of the base that stayed although the rows lack them. */
  kept: number;
  /** Texts for which the base has no place, with the reason. */
  refused: PatchRefusal[];
}

/**
 * `source`: texts of the source locale beside those of others. `comments`: descriptions, placed at their entry.
 * `plurals`: entries for all forms of a plural. `untranslatable`: marks of texts that are not translated. `lengths`:
 * maximum lengths. `unitIds`: ids of units beside their names. `sourceStates`: states of the texts of the source locale
 * too.
 */
export type Carried =
  | 'source'
  | 'sourceStates'
  | 'comments'
  | 'plurals'
  | 'untranslatable'
  | 'lengths'
  | 'unitIds';

/** Texts that programs read together. As long as one of them is missing, a file contains none. */
export interface FormatNeeds {
  /** True if an array has all elements that the source locale has. */
  readonly arrays: boolean;
  /**
   * Forms without which a plural is left out: `other`, or the form in its place, or `all` that the file selects. Null
   * if programs use another text for a missing form.
   */
  readonly plurals: 'other' | 'all' | null;
}

/** Arrays and plurals of a translation. Plain data, so that it can be sent to a thread. */
export interface PartialGroups {
  readonly separator: string;
  /** Names of arrays, with true if all their texts are present. */
  readonly arrays: ReadonlyMap<string, boolean>;
  /** Names of plurals that lack a form. */
  readonly families: ReadonlySet<string>;
}

/** Marks by which a format distinguishes the states of translations. */
export interface FormatStates {
  /**
   * State of a translation without a mark, in a format that marks only translations that need review (`fuzzy` of PO).
   * Undefined if the absence of marks in a file means nothing.
   */
  readonly unmarked?: ValueState;
  /** True if a file distinguishes reviewed texts from translated ones. */
  readonly tellsReviewed: boolean;
  /** True if all forms of a plural share one mark. */
  readonly isOfEntry: boolean;
}

/** A file format: converts streams of bytes to rows and back. Independent of the service. */
export interface FileFormat {
  readonly id: string;
  readonly contentType: string;
  /** File name extensions in lower case. New files get the first one. */
  readonly extensions: readonly [string, ...string[]];
  /** Kinds of content that a file can have besides names and texts. */
  readonly carries: readonly Carried[];
  /** True if one file can contain several locales. */
  readonly multiLocale: boolean;
  /** Null if the format has no states. */
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
   * Returns the file of one locale as a base for another locale: it names the other locale, and has no texts and states
   * of the first one if the format stores these beside the source texts. Returns null for a format whose files do not
   * name their locale.
   */
  readonly retarget: ((base: Uint8Array, options: RetargetOptions) => Promise<Uint8Array>) | null;
  /**
   * Writes `base` with the texts (and states) of the rows, and yields pieces of the file. Every byte outside the
   * changed texts stays: comments, order, white space, line ends, byte order mark, escapes. A row that the base lacks
   * is inserted after the row before it, or at the end. Needs the base and the texts in memory. Throws a
   * {@link FormatError} for a base that `read` rejects and for a string that the format cannot represent.
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
