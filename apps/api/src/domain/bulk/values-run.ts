import type { ContentProject } from '../content/writing.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import type { BulkTally } from './bulk-tally.ts';
import type { ValuesOrder } from './plan-values.ts';

/** A bulk change with the state of a project at one moment. */
export interface ValuesRun {
  project: ContentProject;
  /** All locales of the project. */
  allLocales: readonly LocaleRow[];
  /** The locales of the bulk change. */
  locales: readonly LocaleRow[];
  order: ValuesOrder;
  tally: BulkTally;
  signal: AbortSignal;
}
