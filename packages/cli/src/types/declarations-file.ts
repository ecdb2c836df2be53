/** Declarations that the configuration names no other file for. */
export const DECLARATIONS_FILE = 'parlance.d.ts';

/** Folder of the files that the declarations of a file are split into. */
export const folderOfParts = (file: string): string =>
  `${file.replace(/(?:\.d)?\.[cm]?ts$/, '')}.keys`;
