/** Default name of the declarations file. */
export const DECLARATIONS_FILE = 'parlance.d.ts';

/** Returns the folder for the parts into which a declaration file is split. */
export const folderOfParts = (file: string): string =>
  `${file.replace(/(?:\.d)?\.[cm]?ts$/, '')}.keys`;
