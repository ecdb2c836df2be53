import type { FileWarningCode } from '@parlance/formats';
import { type Static, Type } from 'typebox';
import { choice, named } from '../schema/build.ts';

/** Codes of warnings that an import reports in addition to warnings of the file format. */
type ImportWarningCode =
  | 'archive_skipped'
  | 'archived_key'
  | 'cleared_text'
  | 'empty_text'
  | 'locales_as_text'
  | 'message_format_differs'
  | 'metadata_as_text'
  | 'no_source_text'
  | 'prune_ignored'
  | 'renamed_key'
  | 'reviewed_text'
  | 'source_differs'
  | 'warnings_omitted';

const MEANINGS: Readonly<Record<FileWarningCode | ImportWarningCode, string>> = {
  archive_skipped: 'The key changed in the project since, and was not archived.',
  archived_key: 'The key is archived in the project, and was not restored.',
  attribute_skipped: 'An attribute that the format does not define was dropped.',
  binary_skipped: 'Binary content was skipped.',
  cleared_text: 'The text was cleared in the project, and not restored.',
  description_skipped: 'A description that is not beside its text was skipped.',
  description_too_long: 'A comment is too long to be a description.',
  empty_array_skipped: 'An empty list was skipped.',
  empty_message: 'A message is empty; Chrome does not accept it.',
  empty_object_skipped: 'An empty object was skipped.',
  empty_text: 'An empty text did not replace the one in the project.',
  fallback_missing:
    'The tool of the platform needs the file of another locale: Flutter that of the language, Apple that of the source locale.',
  group_incomplete:
    'Texts are not in the file, because others of their array or plural are missing.',
  keys_stale: 'Xcode found keys of the file in no source file.',
  locale_not_in_store: 'The Chrome Web Store does not have the locale.',
  locale_rejected: 'AAPT2 rejects the folder of the locale.',
  locales_as_text: 'The top-level keys are locales, and became parts of the names of keys.',
  message_format_differs: 'Most placeholders are not of the message format of the project.',
  metadata_as_text: 'Metadata of another tool was imported as texts.',
  name_not_dart: 'A name is not valid for a Dart method; Flutter does not build it.',
  name_repeated: 'Another unit has the name of the unit, which was named after its id.',
  names_differ_in_case: 'Names differ only in case; .NET keeps one of them.',
  nested_names_joined: 'The project has no key separator; nested names were joined with a dot.',
  no_source_text: 'The key has no source string.',
  null_skipped: '`null` was skipped.',
  own_entities: 'The file declares entities, which are kept as they are written.',
  paths_differ_in_case: 'Paths differ only in case; macOS and Windows keep one of the files.',
  placeholder_undeclared: 'A message has a placeholder that its entry does not declare.',
  plural_form_unused: 'The entry has more plural forms than the file declares.',
  plural_forms: '`Plural-Forms` puts some numbers into other forms than the locale has.',
  po_domain: 'The file has several domains, which were read as one.',
  po_format: 'Names the format that most strings are marked with.',
  po_kind: 'Says whether each `msgid` was read as a source string or as the name of a key.',
  prune_ignored: 'The file is not of the source locale, so nothing was archived.',
  references_skipped: 'References to other resources were skipped.',
  renamed_key: 'The key was renamed since.',
  reviewed_text: 'A reviewed text was kept.',
  root_locale: 'The root key was read as the source locale of the project.',
  rules_skipped: 'Rules other than those for plurals, widths and devices were skipped.',
  source_differs: 'The source string differs from that of the project, which was kept.',
  source_locale: 'The source language was read as the source locale of the project.',
  state_unknown: 'A state that the format does not define was dropped.',
  target_incomplete: 'Only some segments have a target, so the target was skipped.',
  target_language_missing: 'The file names no target language; the locale of the import was taken.',
  text_skipped: 'Text that belongs to no string was skipped.',
  unescaped_apostrophe: 'An apostrophe is not escaped; Android does not build the file.',
  unit_id_length: 'The id of a unit is too long to be kept beside its name.',
  warnings_omitted: 'More warnings are not listed.',
  xliff_version: 'An XLIFF file of an older version, or without a namespace, was read as 1.2.',
};

export type WarningCode = keyof typeof MEANINGS;
export const WARNING_CODES = Object.keys(MEANINGS) as readonly WarningCode[];

export const Warning = named(
  'Warning',
  {
    path: Type.String({ description: 'Name of the key, or location in the file.' }),
    file: Type.Optional(
      Type.String({ description: 'Path of the file. Absent unless the import is of a folder.' }),
    ),
    code: choice(WARNING_CODES, {
      description: WARNING_CODES.map((code) => `\`${code}\`: ${MEANINGS[code]}`).join(' '),
    }),
    message: Type.String({ description: 'Message for people.' }),
  },
  'A warning. The request succeeded nevertheless.',
);
export type Warning = Static<typeof Warning>;
