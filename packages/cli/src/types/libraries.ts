/** Libraries that `parlance types` writes declarations for; `plain` has functions of its own. */
export const LIBRARIES = ['plain', 'i18next', 'react-intl', 'next-intl', 'vue-i18n'] as const;
/** Declarations that the configuration names no other file for. */
export const DECLARATIONS_FILE = 'parlance.d.ts';

export type Library = (typeof LIBRARIES)[number];

/** Folder of the files that the declarations of a file are split into. */
export const folderOfParts = (file: string): string =>
  `${file.replace(/(?:\.d)?\.[cm]?ts$/, '')}.keys`;
