/** Ids of the keys that the earlier files of a folder have created or restored in the same import. */
export interface RunKeys {
  readonly made: Set<string>;
  readonly restored: Set<string>;
}
