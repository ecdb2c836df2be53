/** Ways to handle strings that differ between the project and a file, in the order of the options. */
export const MODES = ['overwrite', 'keep', 'fail'] as const;
