import { isDeepStrictEqual } from 'node:util';
import type { TranslationSettingsChange } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { type EditCall, editProject } from '../edit-project.ts';
import { changeSettings } from './change-settings.ts';
import { NO_SETTINGS } from './effective-settings.ts';
import { type FoundTranslation, findTranslation } from './find-translation.ts';
import { readTranslationSettings, writeTranslationSettings } from './translation-settings.store.ts';

/**
 * Changes the settings that engines read for a project, and the engines that translate for it. Does not start a
 * translation.
 * @throws `not_found`, `archived`, `validation_failed`, `limit_exceeded`
 */
export async function updateTranslationSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'engines'>,
  call: EditCall,
  change: TranslationSettingsChange,
): Promise<FoundTranslation> {
  return editProject(deps, call, { row: true }, async ({ tx, project, now }) => {
    const { own } = await readTranslationSettings(tx, project.id);
    const changed = changeSettings(deps.engines, own, change);
    if (!isDeepStrictEqual(changed, own)) {
      const isEmpty = isDeepStrictEqual(changed, NO_SETTINGS);
      await writeTranslationSettings(tx, project.id, isEmpty ? null : changed, now);
    }
    return findTranslation(tx, project);
  });
}
