/** Reasons why a reader skips or changes content of a file. */
export type FileWarningCode =
  | 'attribute_skipped'
  | 'binary_skipped'
  | 'description_skipped'
  | 'description_too_long'
  | 'empty_array_skipped'
  | 'empty_message'
  | 'empty_object_skipped'
  | 'fallback_missing'
  | 'group_incomplete'
  | 'keys_stale'
  | 'locale_not_in_store'
  | 'locale_rejected'
  | 'name_not_dart'
  | 'name_repeated'
  | 'names_differ_in_case'
  | 'own_entities'
  | 'nested_names_joined'
  | 'null_skipped'
  | 'paths_differ_in_case'
  | 'placeholder_undeclared'
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
  /** Name of the affected key. If no key is affected, the location in the file. */
  path: string;
  code: NoteCode;
  message: string;
}

export type FileWarning = FileNote<FileWarningCode>;

/** A text that the patch could not write, and the reason why. */
export type PatchRefusal = FileNote<'no_place' | 'no_form' | 'no_column'>;

/** A change outside of the texts, which the texts of a patch needed. */
export type PatchNotice = FileNote<
  'charset_changed' | 'plural_forms_added' | 'placeholder_content' | 'placeholder_declared'
>;
