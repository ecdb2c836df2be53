export const DECLARATIONS_FILE = 'parlance.d.ts';

/** Returns the folder for the additional files of a declaration file that is split. */
export const folderOfParts = (file: string): string =>
  `${file.replace(/(?:\.d)?\.[cm]?ts$/, '')}.keys`;
