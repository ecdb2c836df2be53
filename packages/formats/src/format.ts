import type { LocaleRule } from './locale/platform-locales.ts';
import type { FileWarning, PatchNotice, PatchRefusal } from './notes.ts';
import type { RemedyName, WarningCode } from './warnings.ts';

export type { LocaleRule } from './locale/platform-locales.ts';
export type { FileWarning, PatchNotice, PatchRefusal };

/** Review state of a value. The names are those of the API. */
export type ValueState = 'translated' | 'needs_review' | 'reviewed';

/** The text of a key in one locale, exactly as the file defines it. */
export interface FileValue {
  localeTag: string;
  text: string;
  /** State of the value. Only formats with states set it. */
  state?: ValueState;
}

/** A key of a file and its texts. Rows are in the order of the file. */
export interface FileRow {
  /**
   * Full name of the key. Nested segments are joined by the separator, and array elements end in
   * `[n]`.
   */
  name: string;
  /** Id of the unit in an XLIFF file, if it differs from the name. */
  id?: string;
  description?: string;
  /**
   * Plural family and category of the row. Set by formats whose files mark plural forms (PO,
   * Android, Apple). In other formats, plural forms can only be recognized by their names.
   */
  plural?: FilePlural;
  /** False if the file states that the text must not be translated. */
  translatable?: false;
  /** Maximum number of characters in the text, at least 1, if the file specifies a limit. */
  maxLength?: number;
  /**
   * Set if the file states that the program no longer uses the text (Xcode's `extractionState:
   * stale`).
   */
  isStale?: true;
  values: FileValue[];
}

export interface FilePlural {
  /** Name of the plural family. The row's own name is `family.category`. */
  family: string;
  category: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
  ordinal?: true;
  /**
   * Set if only integers select the plural forms. The file then needs no form for a category that
   * only fractions select.
   */
  domain?: 'integer';
}

export interface FormatLimits {
  depth: number;
  keyNameLength: number;
  valueLength: number;
  descriptionLength: number;
}

export const XLIFF_VERSIONS = ['1.2', '2.0', '2.1', '2.2'] as const;
export type XliffVersion = (typeof XLIFF_VERSIONS)[number];

/** Encodings between which the caller must choose, because the bytes of a file do not distinguish them. */
export type Charset = 'utf-8' | 'iso-8859-1';

export interface ReadOptions {
  /** Separator between nested segments of a key name. Null if key names are not split. */
  keySeparator: string | null;
  /** Locale of the strings in a file that does not state its locale. */
  localeTag: string;
  sourceLocaleTag: string;
  /** CSV: removes the apostrophe that an export with `csvSafe` put before a formula. */
  csvSafe?: boolean;
  /**
   * PO: `text` if `msgid`s are source texts, `ids` if `msgid`s are only key names. If undefined,
   * the reader detects the kind in a file of the source locale, and assumes source texts in other
   * files.
   */
  poKind?: 'text' | 'ids';
  /** Android: the file is a resource of Compose Multiplatform, which supports fewer escapes. */
  isCompose?: boolean;
  /** Java's `.properties`: encoding of a file that has no byte order mark. Defaults to UTF-8. */
  charset?: Charset;
  limits: FormatLimits;
  warn(warning: FileWarning): void;
}

export interface WriteOptions {
  keySeparator: string | null;
  sourceLocaleTag: string;
  /**
   * Locales to write, in this order. Only formats with `multiLocale` support more than one locale.
   */
  localeTags: readonly string[];
  shape: 'flat' | 'nested';
  /**
   * True if any row has a description. If undefined, the CSV writer buffers rows until one has a
   * description, because the header depends on whether there are descriptions.
   */
  hasDescriptions?: boolean;
  /** For JSON files: true to write no white space between tokens. */
  compact?: boolean;
  /** CSV: adds an apostrophe before strings that a spreadsheet would run as formulas. */
  csvSafe?: boolean;
  /** Chrome: false to write placeholders without declarations, for a file that Parlance reads. */
  declares?: false;
  /** Nested YAML: writes a locale file for Ruby's I18n, with the locale as the root key. */
  forRuby?: boolean;
  /** Nested files: see {@link PartialGroups.taken}. */
  taken?: ReadonlySet<string>;
  /** XLIFF: version of the file. Defaults to 1.2, which most tools read. */
  xliffVersion?: XliffVersion;
  /** XLIFF 2.x: true if a row has a maximum length. The file then declares the unit of its size restrictions. */
  hasLengths?: boolean;
  /**
   * XLIFF: true to write the source text for each missing translation, with a state that marks it
   * as untranslated. Some tools translate only units with a target.
   */
  copiesSource?: boolean;
  /** Android: writes resources for Compose Multiplatform. */
  isCompose?: boolean;
  /**
   * Java's `.properties`: encoding of the file. With ISO-8859-1, characters outside of ASCII are
   * written as escapes. Defaults to UTF-8.
   */
  charset?: Charset;
  /**
   * PO: false to write each string on one line. Defaults to true. A patch wraps strings only if its
   * base file does.
   */
  poWrap?: boolean;
  /**
   * PO: `Plural-Forms` of the file. Plurals then keep their existing texts, even if other forms are
   * missing. Defaults to the forms of the language.
   */
  poForms?: string;
}

export interface PatchOptions extends WriteOptions {
  limits: FormatLimits;
  /** PO: `text` if `msgid`s are source texts, `ids` if they are only key names. */
  poKind?: 'text' | 'ids';
  /**
   * Entries of the base file that the rows do not contain: `keep` leaves them in the file, and
   * `remove` removes them.
   */
  missing: 'keep' | 'remove';
  /** Incomplete arrays and plurals. The patch does not insert their texts. */
  partial?: PartialGroups;
  /**
   * Locale whose texts the patch leaves unchanged, such as the source locale in a file of
   * translations.
   */
  referenceTag?: string;
  /** True to remove an object or array if the patch removes all of its texts. */
  prunes?: boolean;
  /** File of the source locale. A new entry is quoted and escaped as in this file. */
  sibling?: Uint8Array;
  /**
   * Files of other translations. If the file has no non-ASCII characters, these files show whether to escape such
   * characters. A derived file gets their line ends, indentation and byte order mark.
   */
  beside?: readonly Uint8Array[];
  /** True if the base file belongs to another locale. The files in `beside` then take precedence over it. */
  isDerived?: boolean;
  /** True to leave out the state `translated` if no text of the base file has a state. */
  skipsPlainStates?: boolean;
  /**
   * Called for each edit with its offset in the decoded base file, the new text, and the decoded
   * base file.
   */
  observe?: (start: number, replacement: string, base: string) => void;
}

/** Options for converting the file of one locale to the file of another locale. */
export interface RetargetOptions
  extends Pick<PatchOptions, 'keySeparator' | 'sourceLocaleTag' | 'limits' | 'poWrap' | 'charset'> {
  from: string;
  to: string;
}

/** Counts of the texts that {@link FileFormat.patch} changed or kept. */
export interface PatchReport {
  replaced: number;
  inserted: number;
  removed: number;
  /** Number of texts that were kept in the base file, although no row has the same name. */
  kept: number;
  refused: PatchRefusal[];
  notices?: PatchNotice[];
}

/**
 * Kinds of content that a format can store in addition to key names and texts. `source`: source
 * texts beside the translations. `comments`: descriptions of keys. `plurals`: entries with all
 * forms of a plural. `untranslatable`: whether a text must not be translated. `lengths`: maximum
 * lengths of texts. `unitIds`: ids that differ from key names. `sourceStates`: review states of
 * source texts.
 */
export type Carried =
  | 'source'
  | 'sourceStates'
  | 'comments'
  | 'plurals'
  | 'untranslatable'
  | 'lengths'
  | 'unitIds';

/** Rules of a format that cannot store an array or plural if some of its texts are missing. */
export interface FormatNeeds {
  /**
   * Storage of arrays in a file. An array is only written if all elements of the source locale have
   * texts. `member`: as a member, unless another name needs this member, such as `list.title`
   * beside `list[0]`. `resource`: separately from all other names. Null: the format has no arrays.
   */
  readonly arrays: 'member' | 'resource' | null;
  /**
   * Forms without which a plural is not written. `other`: the form `other` or its replacement.
   * `all`: all forms of the language, or of the file's own plural rule. Null: no form is required.
   */
  readonly plurals: 'other' | 'all' | null;
}

/**
 * Incomplete arrays and plurals of a translation, in a form that can be passed to a worker thread.
 */
export interface PartialGroups {
  readonly separator: string;
  /** Names of the arrays. The value is true if the array is complete. */
  readonly arrays: ReadonlyMap<string, boolean>;
  /** Names of the plural families in which a required form is missing. */
  readonly families: ReadonlySet<string>;
  /**
   * Names of lists that are not arrays, because another name needs the same member. Their elements
   * are ordinary members.
   */
  readonly taken?: ReadonlySet<string>;
}

/** Rules by which a format stores the review states of translations. */
export interface FormatStates {
  /**
   * Review state of a translation without a state in the file. Defined for formats that mark only
   * translations that need review, such as PO with `fuzzy`.
   */
  readonly unmarked?: ValueState;
  /** True if the format can mark a text as reviewed. */
  readonly tellsReviewed: boolean;
  /** True if all forms of a plural share one state. */
  readonly isOfEntry: boolean;
}

/** Rules of a platform about names that the files of its format can contain. */
export interface NameRule {
  readonly code: WarningCode;
  /** Returns a string that is the same for names that the platform treats as equal. */
  identity?(name: string): string;
  /** Returns false for a name that the platform rejects. */
  isAllowed?(name: string): boolean;
  describe(count: number): string;
}

/**
 * A file format. It reads rows from bytes and writes rows to files. It does not depend on the
 * service.
 */
export interface FileFormat {
  readonly id: string;
  readonly contentType: string;
  /** File name extensions in lower case. New files get the first extension. */
  readonly extensions: readonly [string, ...string[]];
  /** Kinds of content beyond key names and texts that the format can store. */
  readonly carries: readonly Carried[];
  readonly multiLocale: boolean;
  /** Review states of the format. Null if the format has none. */
  readonly states: FormatStates | null;
  readonly needs: FormatNeeds;
  /**
   * Conventions that a derived file takes from the files of other translations. `lineEnds`: also
   * the byte order mark. `indentation`: also line ends and byte order mark. Undefined if a line end
   * can be a part of a text.
   */
  readonly follows?: 'lineEnds' | 'indentation';
  /** True if a patch writes the members of the source entry with each new or changed text. */
  readonly followsSource?: true;
  /** True if a patch with a `sibling` also corrects the placeholders of texts that stay. */
  readonly correctsUnchanged?: true;
  readonly localeRule?: LocaleRule;
  readonly nameRule?: NameRule;
  /** Describes empty texts, for a format whose platform rejects them (`empty_message`). */
  readonly describeEmpty?: (count: number) => string;
  /**
   * True if the reader needs the whole file in memory and blocks the thread. Large files are then
   * read in a worker thread.
   */
  readonly blocking: boolean;
  /**
   * Reads a file and yields batches of rows in the order of the file. Throws a {@link FormatError} for invalid
   * UTF-8, U+0000, unpaired surrogates and violations of the format.
   */
  read(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<FileRow[], void>;
  /**
   * Writes rows with distinct names and yields pieces of the file. Reading the file again gives the
   * same rows. Throws a {@link FormatError} with the key name for a string that the format cannot
   * represent.
   */
  write(rows: AsyncIterable<FileRow[]>, options: WriteOptions): AsyncGenerator<string, void>;
  /** Describes a rule for reading files that a later version has changed. */
  readonly newRules?: string;
  /**
   * Returns a text in the form in which a file contains it, for a format that cannot store every
   * text unchanged. Undefined for other formats.
   */
  asWritten?(text: string, row: Pick<FileRow, 'name' | 'plural'>): string;
  /** Returns the locale of the translations according to the file. Null if the file names none. */
  targetOf?(base: Uint8Array): string | null;
  /**
   * Converts the file of one locale to a base file for another locale, without translations. Null
   * for a format whose files do not name their locale.
   */
  readonly retarget: ((base: Uint8Array, options: RetargetOptions) => Promise<Uint8Array>) | null;
  /**
   * Writes `base` with the texts and states of the rows, and yields pieces of the file. Every byte
   * outside the changed texts stays the same, including comments, order, white space, line breaks,
   * byte order mark and escapes. A row that the base file lacks is inserted after its predecessor,
   * or at the end. Holds the base file and the texts in memory. Throws a {@link FormatError} for a
   * base file that `read` rejects and for a string that the format cannot represent.
   */
  patch(
    base: Uint8Array,
    rows: AsyncIterable<FileRow[]>,
    options: PatchOptions,
  ): AsyncGenerator<Uint8Array, PatchReport>;
}

/**
 * An error in a file, with its location. `path` is the key name, if known. `line` and `column`
 * count from 1, and `column` is in code units. `isMalformed` is true if the bytes violate the
 * syntax of the format, and false if only the content is invalid. `remedy` names the option with
 * which the file may be valid.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly path: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly isMalformed: boolean;
  readonly remedy: RemedyName | undefined;

  constructor(
    message: string,
    at: {
      path?: string;
      line?: number | undefined;
      column?: number | undefined;
      isMalformed?: boolean;
      remedy?: RemedyName | undefined;
    } = {},
  ) {
    super(message);
    this.path = at.path ?? '';
    this.line = at.line;
    this.column = at.column;
    this.isMalformed = at.isMalformed ?? false;
    this.remedy = at.remedy;
  }
}
