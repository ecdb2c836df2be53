import type { Db } from '../../../db/client.ts';
import { countsByLocale, type LocaleCounts } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { LocaleRow } from './locale.store.ts';

export interface LocaleView extends LocaleRow {
  is_source: boolean;
  counts: LocaleCounts;
}

export async function viewLocales(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  locales: readonly LocaleRow[],
): Promise<LocaleView[]> {
  const counts = await countsByLocale(db, project.id, locales);
  return locales.map((locale) => ({
    ...locale,
    is_source: locale.id === project.source_locale_id,
    counts: counts.get(locale.code)!,
  }));
}
