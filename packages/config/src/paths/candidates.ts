const SKIPPED = /^(node_modules|dist|build|target|vendor|coverage|__MACOSX|\..*)$/;
const LOCALE_FILE =
  /\.(json|arb|ya?ml|xliff|xlf|pot?|strings|stringsdict|xcstrings|properties|resx|resw|xml)$/;

/** True for a folder or file that never belongs to a translator: hidden, generated or installed. */
export const isSkippedName = (name: string): boolean => SKIPPED.test(name);

/** True for a file name that locale files have, as far as the extension tells. */
export const mayBeLocaleFile = (name: string): boolean => LOCALE_FILE.test(name);
