import type { Db } from '../../db/client.ts';
import type { EngineChoices } from '../engine/choose-engines.ts';
import type { ProjectRef } from '../tenant.ts';
import { effectiveSettings } from '../translation-settings/effective-settings.ts';
import { readTranslationSettings } from '../translation-settings/translation-settings.store.ts';
import { guidanceOf, hashSettings } from './guidance.ts';
import type { SettingsOfEngines } from './jobs/renewable.store.ts';
import type { JobOptions } from './session.ts';

/**
 * Returns the engines that can translate into each locale, with the hash of the settings that they read
 * now.
 */
export async function settingsByLocale(
  db: Db,
  projectId: ProjectRef,
  { formality }: Pick<JobOptions, 'formality'>,
  choices: EngineChoices,
): Promise<ReadonlyMap<string, SettingsOfEngines>> {
  const settings = effectiveSettings(await readTranslationSettings(db, projectId));
  return new Map(
    [...choices].map(([locale, { ready, loadable }]) => {
      const guided = guidanceOf(settings, locale);
      const engines = [...loadable.map(({ engine }) => engine), ...ready];
      const settingsOfEngines = engines.map((engine) => ({
        engine: engine.id,
        hash: hashSettings(engine, guided, { formality }),
      }));
      return [locale, settingsOfEngines];
    }),
  );
}
