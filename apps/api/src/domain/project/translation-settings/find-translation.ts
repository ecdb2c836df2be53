import type { TranslationSettings } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import type { ProjectRow } from '../project.store.ts';
import { effectiveSettings } from './effective-settings.ts';
import { readTranslationSettings } from './translation-settings.store.ts';

export interface FoundTranslation {
  readonly set: TranslationSettings;
  readonly effective: TranslationSettings;
  /** Tags of the enabled target locales of the project. */
  readonly targets: readonly string[];
}

/** Returns the translation settings of a project: its own settings, and the settings that apply to it. */
export async function findTranslation(db: Db, project: ProjectRow): Promise<FoundTranslation> {
  const texts = await readTranslationSettings(db, project.id);
  const locales = await listAllLocales(db, project.id);
  return {
    set: texts.own,
    effective: effectiveSettings(texts),
    targets: locales
      .filter(({ enabled, code }) => enabled && code !== project.source_locale)
      .map(({ code }) => code),
  };
}
