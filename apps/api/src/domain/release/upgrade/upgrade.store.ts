import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpValue } from '../../../db/look-ups.ts';
import type { SourceHashes } from '../../content/index.ts';
import { type ProjectRef, trustedProject } from '../../kernel/index.ts';

/** A project in the state in which any version has stored it. */
export interface StoredProject {
  id: ProjectRef;
  organization: string;
  slug: string;
  sourceLocaleId: number;
  sourceLocale: string;
  settings: Readonly<Record<string, unknown>>;
}

/** Returns a page of the active projects of all organizations, by id. */
export async function listStoredProjects(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<StoredProject[]> {
  const { rows } = await sql<StoredProject>`
    select p.id, o.slug as organization, p.slug, p.source_locale_id as "sourceLocaleId",
           l.code as "sourceLocale", p.settings
    from project p
    join organization o on o.id = p.organization_id
    join locale l on l.project_id = p.id and l.id = p.source_locale_id
    where p.id > ${after}::uuid and p.archived_at is null
    order by p.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, id: trustedProject(row.id) }));
}

/** The migration that introduced the look-up of locales by CLDR. */
const LOOK_UP_MIGRATION = '0018_stand_ins.sql';

/**
 * Returns the locales that existed before the look-up by CLDR. Locales that were added later are
 * left out, because no earlier version has looked them up.
 */
export async function listFormerLocales(
  db: Db,
  projectId: ProjectRef,
): Promise<{ code: string; enabled: boolean }[]> {
  const { rows } = await sql<{ code: string; enabled: boolean }>`
    select code, enabled from locale
    where project_id = ${projectId}::uuid and created_at < coalesce(
      (select applied_at from migration where name = ${LOOK_UP_MIGRATION}), 'infinity')
    order by id`.execute(db);
  return rows;
}

export interface HashedSource extends SourceHashes {
  keyId: string;
  text: string;
}

/** Returns a page of the source texts of active keys with their stored hashes, by key id. */
export async function listHashedSources(
  db: Db,
  { id: projectId, sourceLocaleId }: Pick<StoredProject, 'id' | 'sourceLocaleId'>,
  { after, limit }: { after: string; limit: number },
): Promise<HashedSource[]> {
  const { rows } = await sql<HashedSource>`
    select k.id as "keyId", v.text, k.source_hash as source, k.masked_hash as masked
    from translation_key k
    cross join ${lookUpValue(projectId, sourceLocaleId, sql`k.id`)} v
    where k.project_id = ${projectId}::uuid and k.id > ${after}::uuid
      and k.source_hash is not null and k.archived_at is null
    order by k.id limit ${limit}`.execute(db);
  return rows;
}
