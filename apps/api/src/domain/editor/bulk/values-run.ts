import type { ContentProject } from '../../content/index.ts';
import type { LocaleRow } from '../../project/index.ts';
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
