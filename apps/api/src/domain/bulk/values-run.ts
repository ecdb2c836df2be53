import type { ContentProject } from '../content/writing.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import type { BulkTally } from './bulk-tally.ts';
import type { ValuesOrder } from './plan-values.ts';

export interface ValuesRun {
  project: ContentProject;
  allLocales: readonly LocaleRow[];
  locales: readonly LocaleRow[];
  order: ValuesOrder;
  tally: BulkTally;
  signal: AbortSignal;
}
