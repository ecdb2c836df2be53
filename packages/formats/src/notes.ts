import type { RemedyName, WarningCode } from './warnings.ts';

interface FileNote<NoteCode> {
  /** Name of the affected key. If no key is affected, the location in the file. */
  path: string;
  code: NoteCode;
  message: string;
}

/**
 * A warning about a file. `message` mentions no option, because each kind of request and command has different options.
 */
export type FileWarning = FileNote<WarningCode>;

/** A text that the patch could not write, and the reason why. */
export type PatchRefusal = FileNote<'no_place' | 'no_form' | 'no_column'> & {
  remedy?: RemedyName;
};

/** A change besides texts that a patch made because its texts required it. */
export type PatchNotice = FileNote<
  'charset_changed' | 'plural_forms_added' | 'placeholder_content' | 'placeholder_declared'
>;
