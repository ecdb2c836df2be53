import type { TranslationSettings } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { NO_SETTINGS, type ProjectSettingsTexts } from './effective-settings.ts';

/** Reads the translation settings of a project and of its parent project. */
export async function readTranslationSettings(
  db: Db,
  projectId: ProjectRef,
): Promise<ProjectSettingsTexts> {
  const { rows } = await sql<{
    own: Partial<TranslationSettings> | null;
    ownEngine: string | null;
    parentId: string | null;
    parent: Partial<TranslationSettings> | null;
  }>`
    select p.translation_settings as own, p.settings ->> 'engine' as "ownEngine",
           q.id as "parentId", q.translation_settings as parent
    from project p left join project q on q.id = p.parent_id
    where p.id = ${projectId}::uuid`.execute(db);
  const { own, ownEngine, parentId, parent } = rows[0]!;
  return {
    own: { ...NO_SETTINGS, ...own },
    ownEngine,
    parent: parentId === null ? null : { ...NO_SETTINGS, ...parent },
  };
}

/** Stores the translation settings of a project. Null removes them. */
export async function writeTranslationSettings(
  tx: Db,
  projectId: ProjectRef,
  settings: TranslationSettings | null,
  now: Date,
): Promise<void> {
  const stored = settings && JSON.stringify(settings);
  await sql`
    update project set translation_settings = ${stored}::jsonb, updated_at = ${now}::timestamptz
    where id = ${projectId}::uuid`.execute(tx);
}
