/** Ways to handle strings that differ from a file, in the order of their choice. */
export const MODES = ['overwrite', 'keep', 'fail'] as const;
