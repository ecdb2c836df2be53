import { PLURAL_CATEGORIES } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { formName } from '../../../db/key-name.ts';
import { lookUpKey, lookUpName, lookUpValue } from '../../../db/look-ups.ts';
import { type ProjectRef, rangesOf } from '../../kernel/index.ts';
import { KEY_COLUMNS } from './key.store.ts';
import type { KeyRef } from './key-ref.ts';

/** A translatable, active key of a plural family. The source text is null if the key has none. */
export interface FamilyMember extends KeyRef {
  plural_family: string;
  plural_style: '_' | '.';
  plural_category: string;
  text: string | null;
}

/**
 * Lists the active plural forms of the families to which the given keys belong. If `keyIds` is
 * null, lists the forms of all families of the project. Forms of a family are adjacent and in the
 * order of their keys.
 */
export async function listFamilies(
  db: Db,
  project: { readonly id: ProjectRef; readonly source_locale_id: number },
  keyIds: readonly string[] | null,
): Promise<FamilyMember[][]> {
  const isMember = sql`
    k.archived_at is null and k.plural_family is not null and k.translatable`;
  const members = new Map<string, FamilyMember>();
  for (const range of keyIds ? rangesOf(keyIds.length) : [null]) {
    const keys = range
      ? sql`
        (select distinct m.plural_family, m.plural_style, m.plural_ordinal
         from unnest(${keyIds!.slice(...range)}::uuid[]) u(id)
         cross join ${lookUpKey(project.id, sql`u.id`)} m
         where m.plural_family is not null) f
        cross join unnest(${PLURAL_CATEGORIES}::text[]) c(category)
        cross join ${lookUpName('translation_key', project.id, formName('f', sql`c.category`))} k`
      : sql`(select * from translation_key where project_id = ${project.id}::uuid) k`;
    const { rows } = await sql<FamilyMember>`
      select ${KEY_COLUMNS}, s.text
      from ${keys}
      left join ${lookUpValue(project.id, project.source_locale_id, sql`k.id`)} s on true
      where ${isMember}
      order by k.id`.execute(db);
    for (const row of rows) members.set(row.id, row);
  }
  const groups = Map.groupBy(members.values(), (member) =>
    JSON.stringify([member.plural_style, member.plural_ordinal, member.plural_family]),
  );
  return [...groups.values()];
}

/** Returns the ids of the given keys, and of archived keys in the same plural families. */
export async function findWithArchivedMembers(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} f
    cross join unnest(${PLURAL_CATEGORIES}::text[]) c(category)
    cross join ${lookUpName('translation_key', projectId, formName('f', sql`c.category`))} k
    where f.plural_family is not null and k.archived_at is not null`.execute(db);
  return [...new Set([...keyIds, ...rows.map(({ id }) => id)])];
}
