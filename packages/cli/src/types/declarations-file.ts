export const DECLARATIONS_FILE = 'parlance.d.ts';

/** Returns the folder that contains the parts of a split declaration file. */
export const folderOfParts = (file: string): string =>
  `${file.replace(/(?:\.d)?\.[cm]?ts$/, '')}.keys`;
