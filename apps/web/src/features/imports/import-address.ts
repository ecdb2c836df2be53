/** Kinds of changes in the order of their tabs. */
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

/** The search parameters of the page. */
export interface ImportAddress {
  tab?: ImportTab;
  q?: string;
}
