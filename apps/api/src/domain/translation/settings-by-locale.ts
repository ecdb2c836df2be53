import type { Deps } from '../../deps.ts';
import type { ProjectRef } from '../kernel/index.ts';
import {
  type EngineChoices,
  effectiveSettings,
  readTranslationSettings,
} from '../project/index.ts';
import { guidanceOf, hashSettings } from './guidance.ts';
import type { SettingsOfEngines } from './jobs/renewable.store.ts';
import type { JobOptions } from './session.ts';

/**
 * Returns the engines that translate into each locale, with the hash of their current settings.
 * Includes engines that cannot be reached, as the last ones. Otherwise, other engines would renew
 * the texts of an engine that is only temporarily unreachable.
 */
export async function settingsByLocale(
  { db, engines: directory }: Pick<Deps, 'db' | 'engines'>,
  projectId: ProjectRef,
  { formality }: Pick<JobOptions, 'formality'>,
  choices: EngineChoices,
): Promise<ReadonlyMap<string, SettingsOfEngines>> {
  const settings = effectiveSettings(await readTranslationSettings(db, projectId));
  return new Map(
    [...choices].map(([locale, { ready, loadable, refusals, ...pair }]) => {
      const guided = guidanceOf(settings, pair);
      const usable = [...loadable.map(({ engine }) => engine), ...ready];
      const away = refusals.flatMap(({ mayChange, engineId }) =>
        mayChange ? (directory.byId.get(engineId) ?? []) : [],
      );
      const engines = usable.length === 0 ? [] : [...usable, ...away];
      const settingsOfEngines = engines.map((engine) => ({
        engine: engine.id,
        hash: hashSettings(engine, guided, { formality }),
      }));
      return [locale, settingsOfEngines];
    }),
  );
}
