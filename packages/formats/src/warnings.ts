/**
 * All warnings about locale files. The service, the command line and the API reference use this
 * registry. The texts of the web app have the same codes.
 */

/** An option that changes how a file is handled, with a description for each way that has the option. */
type Remedy = Readonly<Partial<Record<Way, string>>>;

/**
 * Way in which a user handles a file. `import`, `folder`, `export`: a request to the service.
 * `flags`: a command for one file. `config`: a command for the files of `parlance.json`.
 */
export type Way = 'import' | 'folder' | 'export' | 'flags' | 'config';

/** The options by their names in this registry. */
export const REMEDIES = {
  allowEmpty: {
    import: '`allowEmpty` replaces it',
    config: 'the same push with --allow-empty replaces it',
  },
  charset: {
    import: 'if the file is ISO-8859-1, pass `charset=iso-8859-1`',
    folder: 'if the file is ISO-8859-1, pass `charset=iso-8859-1`',
    export: 'if the file is ISO-8859-1, pass `charset=iso-8859-1`',
    flags: 'if the file is ISO-8859-1, pass --charset iso-8859-1',
    config:
      'if the file is ISO-8859-1, add "charset": "iso-8859-1" to its entry of "files" in parlance.json',
  },
  locale: {
    export: 'leave the locale out of `locales`',
    config: 'map or leave out the locale with "locales" in parlance.json',
  },
  poKind: {
    import: '`poKind` can say otherwise',
    folder: '`poKind` can say otherwise',
    flags: '--po-kind can say otherwise',
  },
  replaceReviewed: {
    import: '`replaceReviewed` replaces it',
    config: 'the same push with --replace-reviewed replaces it',
  },
  restore: { import: '`restore` restores it', config: 'the same push with --restore restores it' },
  sourceBase: { export: 'give the export that file as its base, with `baseLocale`' },
} as const satisfies Readonly<Record<string, Remedy>>;

export type RemedyName = keyof typeof REMEDIES;

/** Returns the description of an option for a way. Undefined if the way has no such option. */
export const remedyIn = (way: Way, name: RemedyName | undefined): string | undefined => {
  const remedy: Remedy = name === undefined ? {} : REMEDIES[name];
  return remedy[way];
};

/**
 * Returns the description of an option for another way. `words` is the service's description.
 * Undefined if the other way has no such option.
 */
export function remedyAs(way: Way, words: string): string | undefined {
  const all: readonly Remedy[] = Object.values(REMEDIES);
  return all.find((pair) => pair.import === words || pair.export === words)?.[way];
}

interface WarningKind {
  /** Meaning of the code, for the API reference. */
  readonly means: string;
  /**
   * `file`: how a file is read, or what is left out of it. `platform`: content that the platform's
   * tool rejects, ignores or changes, including content of a written file. `project`: a text or key
   * of the file that conflicts with the project.
   */
  readonly about: 'file' | 'platform' | 'project';
  /** `error`: the platform's tool fails. `note`: no text is lost. */
  readonly level: 'error' | 'warning' | 'note';
  readonly remedy?: RemedyName;
}

export const WARNINGS = {
  archive_skipped: {
    about: 'project',
    level: 'warning',
    means: 'The key changed in the project since, and was not archived.',
  },
  archived_key: {
    about: 'project',
    level: 'warning',
    remedy: 'restore',
    means: 'The key is archived in the project, and was not restored.',
  },
  attribute_skipped: {
    about: 'file',
    level: 'note',
    means: 'An attribute that the format does not define was dropped.',
  },
  binary_skipped: { about: 'file', level: 'note', means: 'Binary content was skipped.' },
  cleared_text: {
    about: 'project',
    level: 'warning',
    remedy: 'restore',
    means: 'The text was cleared in the project, and not restored.',
  },
  description_skipped: {
    about: 'file',
    level: 'note',
    means: 'A description that is not beside its text was skipped.',
  },
  description_too_long: {
    about: 'file',
    level: 'note',
    means: 'A comment is too long to be a description.',
  },
  empty_array_skipped: { about: 'file', level: 'note', means: 'An empty list was skipped.' },
  empty_message: {
    about: 'platform',
    level: 'warning',
    means: 'A message is empty; Chrome does not accept it.',
  },
  empty_object_skipped: { about: 'file', level: 'note', means: 'An empty object was skipped.' },
  empty_text: {
    about: 'project',
    level: 'warning',
    remedy: 'allowEmpty',
    means: 'An empty text did not replace the one in the project.',
  },
  fallback_missing: {
    about: 'platform',
    level: 'warning',
    means:
      'The tool of the platform needs the file of another locale: Flutter that of the language, Apple that of the source locale.',
  },
  group_incomplete: {
    about: 'project',
    level: 'warning',
    means: 'Texts are not in the file, because others of their array or plural are missing.',
  },
  keys_stale: {
    about: 'file',
    level: 'note',
    means: 'Xcode found keys of the file in no source file.',
  },
  locale_not_in_store: {
    about: 'platform',
    level: 'warning',
    remedy: 'locale',
    means: 'The Chrome Web Store does not have the locale.',
  },
  locale_rejected: {
    about: 'platform',
    level: 'error',
    remedy: 'locale',
    means: 'AAPT2 rejects the folder of the locale.',
  },
  locales_as_text: {
    about: 'file',
    level: 'warning',
    means: 'The top-level keys are locales, and became parts of the names of keys.',
  },
  message_format_differs: {
    about: 'file',
    level: 'warning',
    means: 'Most placeholders are not of the message format of the project.',
  },
  metadata_as_text: {
    about: 'file',
    level: 'warning',
    means: 'Metadata of another tool was imported as texts.',
  },
  name_not_dart: {
    about: 'platform',
    level: 'error',
    means: 'A name is not valid for a Dart method; Flutter does not build it.',
  },
  name_repeated: {
    about: 'file',
    level: 'warning',
    means: 'Another unit has the name of the unit, which was named after its id.',
  },
  names_differ_in_case: {
    about: 'platform',
    level: 'warning',
    means: 'Names differ only in case; .NET keeps one of them.',
  },
  nested_names_joined: {
    about: 'file',
    level: 'note',
    means: 'The project has no key separator; nested names were joined with a dot.',
  },
  no_source_text: { about: 'project', level: 'warning', means: 'The key has no source string.' },
  null_skipped: { about: 'file', level: 'note', means: '`null` was skipped.' },
  only_line_breaks: {
    about: 'project',
    level: 'warning',
    means:
      'A text is only line breaks. A PO file has these only if the `msgid` begins and ends with one, so the text is not in the file.',
  },
  own_entities: {
    about: 'file',
    level: 'note',
    means: 'The file declares entities, which are kept as they are written.',
  },
  paths_differ_in_case: {
    about: 'project',
    level: 'warning',
    means: 'Paths differ only in case; macOS and Windows keep one of the files.',
  },
  placeholder_undeclared: {
    about: 'platform',
    level: 'error',
    means: 'A message has a placeholder that its entry does not declare.',
  },
  plural_form_unused: {
    about: 'file',
    level: 'warning',
    means: 'The entry has more plural forms than the file declares.',
  },
  plural_forms: {
    about: 'file',
    level: 'warning',
    means: '`Plural-Forms` puts some numbers into other forms than the locale has.',
  },
  po_domain: {
    about: 'file',
    level: 'note',
    means: 'The file has several domains, which were read as one.',
  },
  po_format: {
    about: 'file',
    level: 'note',
    means: 'Names the format that most strings are marked with.',
  },
  po_kind: {
    about: 'file',
    level: 'note',
    remedy: 'poKind',
    means: 'Says whether each `msgid` was read as a source string or as the name of a key.',
  },
  prune_ignored: {
    about: 'project',
    level: 'warning',
    means: 'The file is not of the source locale, so nothing was archived.',
  },
  references_skipped: {
    about: 'file',
    level: 'note',
    means: 'References to other resources were skipped.',
  },
  renamed_key: { about: 'project', level: 'warning', means: 'The key was renamed since.' },
  reviewed_text: {
    about: 'project',
    level: 'warning',
    remedy: 'replaceReviewed',
    means: 'A reviewed text was kept.',
  },
  root_locale: {
    about: 'file',
    level: 'note',
    means: 'The root key was read as the source locale of the project.',
  },
  rules_skipped: {
    about: 'file',
    level: 'note',
    means: 'Rules other than those for plurals, widths and devices were skipped.',
  },
  source_differs: {
    about: 'project',
    level: 'warning',
    means: 'The source string differs from that of the project, which was kept.',
  },
  source_locale: {
    about: 'file',
    level: 'note',
    means: 'The source language was read as the source locale of the project.',
  },
  state_unknown: {
    about: 'file',
    level: 'warning',
    means: 'A state that the format does not define was dropped.',
  },
  target_incomplete: {
    about: 'file',
    level: 'warning',
    means: 'Only some segments have a target, so the target was skipped.',
  },
  target_language_missing: {
    about: 'file',
    level: 'note',
    means: 'The file names no target language; the locale of the import was taken.',
  },
  text_skipped: {
    about: 'file',
    level: 'warning',
    means: 'Text that belongs to no string was skipped.',
  },
  text_without_quotes: {
    about: 'platform',
    level: 'warning',
    means:
      'A key or a text without quotes in a YAML file of Rails is a boolean or a number for Ruby.',
  },
  unescaped_apostrophe: {
    about: 'platform',
    level: 'error',
    means: 'An apostrophe is not escaped; Android does not build the file.',
  },
  unit_id_length: {
    about: 'file',
    level: 'note',
    means: 'The id of a unit is too long to be kept beside its name.',
  },
  warnings_omitted: { about: 'project', level: 'warning', means: 'More warnings are not listed.' },
  xliff_version: {
    about: 'file',
    level: 'note',
    means: 'An XLIFF file of an older version, or without a namespace, was read as 1.2.',
  },
} as const satisfies Readonly<Record<string, WarningKind>>;

export type WarningCode = keyof typeof WARNINGS;

/** Properties of an unknown code, which only a newer service uses. */
const UNKNOWN: WarningKind = { about: 'project', level: 'warning', means: '' };

/** Explains why texts with the warning `only_line_breaks` are left out. */
export const ONLY_LINE_BREAKS =
  'it is only line breaks, which a PO file has only if the msgid begins and ends with one';

/** Returns the properties of a warning. */
export const warningKind = (code: string): WarningKind =>
  Object.hasOwn(WARNINGS, code) ? WARNINGS[code as WarningCode] : UNKNOWN;
