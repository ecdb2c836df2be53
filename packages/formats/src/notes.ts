import type { RemedyName, WarningCode } from './warnings.ts';

interface FileNote<NoteCode> {
  /** Name of the affected key. If no key is affected, the location in the file. */
  path: string;
  code: NoteCode;
  message: string;
}

/** A warning about a file. `message` names no option, because each way of a file has its own. */
export type FileWarning = FileNote<WarningCode>;

/** A text that the patch could not write, and the reason why. */
export type PatchRefusal = FileNote<'no_place' | 'no_form' | 'no_column'> & {
  remedy?: RemedyName;
};

/** A change outside of the texts, which the texts of a patch needed. */
export type PatchNotice = FileNote<
  'charset_changed' | 'plural_forms_added' | 'placeholder_content' | 'placeholder_declared'
>;
