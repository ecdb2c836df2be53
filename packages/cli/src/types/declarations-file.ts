export const DECLARATIONS_FILE = 'parlance.d.ts';

export const folderOfParts = (file: string): string =>
  `${file.replace(/(?:\.d)?\.[cm]?ts$/, '')}.keys`;
