import type { ProjectSettingsInput } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import type { Owner } from '../kernel/index.ts';
import { requireEngine } from './engine/require-engine.ts';
import { insertEnvironment } from './environment/environment.store.ts';
import { requireKnownLanguage } from './locale/known-language.ts';
import { insertLocales } from './locale/locale.store.ts';
import { requireLocaleTag } from './locale/locale-tag.ts';
import { getProject, insertProject, type ProjectRow } from './project.store.ts';
import { newSettings, requireKnownNames } from './settings.ts';

const FIRST_LOCALE_ID = 1;

/**
 * Creates a project with its source locale and the environment `production`.
 *
 * @throws `validation_failed`, `conflict`
 */
export async function createProject(
  { db, clock, engines }: Pick<Deps, 'db' | 'clock' | 'engines'>,
  owner: Owner,
  input: {
    name: string;
    slug?: string;
    sourceLocale: string;
    sourceLocaleName?: string;
    settings?: ProjectSettingsInput;
  },
): Promise<ProjectRow> {
  const code = requireLocaleTag(input.sourceLocale, '/sourceLocale');
  requireKnownLanguage(code, '/sourceLocale');
  if (input.settings) requireKnownNames(input.settings);
  const settings = newSettings(input.settings);
  if (settings.engine !== null) requireEngine(engines, settings.engine, '/settings/engine');
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const id = await insertProject(tx, {
      organizationId: owner.organizationId,
      parentId: null,
      name: input.name,
      slug: input.slug,
      sourceLocaleId: FIRST_LOCALE_ID,
      settings,
      now,
    });
    await insertLocales(tx, id, [{ code, name: input.sourceLocaleName }], now);
    await insertEnvironment(tx, id, {
      name: 'Production',
      slug: 'production',
      fallback: 'source',
      now,
    });
    return getProject(tx, owner, id);
  });
}
