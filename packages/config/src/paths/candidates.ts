const SKIPPED = /^(node_modules|dist|build|target|vendor|coverage|__MACOSX|\..*)$/;
const LOCALE_FILE =
  /\.(json|arb|ya?ml|xliff|xlf|pot?|strings|stringsdict|xcstrings|properties|resx|resw|xml)$/;

/**
 * True for a hidden folder or file, and for a folder of generated or installed files. None of them
 * contains locale files.
 */
export const isSkippedName = (name: string): boolean => SKIPPED.test(name);

/** True if the file name has the extension of a format for locale files. */
export const mayBeLocaleFile = (name: string): boolean => LOCALE_FILE.test(name);
