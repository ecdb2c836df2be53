/** Kinds of changes in the order of the tabs. */
export const IMPORT_TABS = [
  'conflict',
  'changed',
  'added',
  'archived',
  'skipped',
  'same',
  'warnings',
] as const;
export type ImportTab = (typeof IMPORT_TABS)[number];

/** The search parameters in the address of a staged import. */
export interface ImportAddress {
  tab?: ImportTab;
  q?: string;
}
