/** The side that wins a conflict. `ours` is the file. */
export type Side = 'ours' | 'theirs';
