/** The side that wins a conflict: `ours` is the file, and `theirs` is the project. */
export type Side = 'ours' | 'theirs';
