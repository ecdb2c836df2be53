import type { SaidPlural } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isNamed } from '../../../db/key-name.ts';
import { unplanned } from '../../../db/plan.ts';
import { rangesOf } from '../../batches.ts';
import type { ProjectRef } from '../../tenant.ts';
import { type KeyPart, type SourceProject, textIn } from './missing-values.store.ts';

/** An active member of a plural family. */
export interface FamilyMemberRow extends KeyPart {
  plural_family: string;
  plural_style: '_' | '.';
  plural_category: string;
  plural_ordinal: boolean;
  plural_everywhere: boolean;
  plural_said: SaidPlural | null;
  /** Its source text; null if it has none. */
  text: string | null;
}

/** The active members of families with these names, or of all families of a project, in the order of their keys. */
export async function listFamilyMembers(
  db: Db,
  { id, source_locale_id: sourceLocaleId }: SourceProject,
  names: readonly string[] | null,
): Promise<FamilyMemberRow[]> {
  const isMember = sql`k.project_id = ${unplanned(id)} and k.archived_at is null
    and k.plural_family is not null and k.translatable`;
  const all = sql`select k.* from translation_key k where ${isMember}`;
  const members: FamilyMemberRow[] = [];
  for (const [from, to] of names ? rangesOf(names.length) : [[0, 0] as const]) {
    const keys = names
      ? sql`
        select k.* from unnest(${names.slice(from, to)}::text[]) u(name)
        join translation_key k on ${isNamed('k', id, sql`u.name`)} and ${isMember}`
      : all;
    const { rows } = await sql<FamilyMemberRow>`
      select k.id, k.name, k.description, k.max_length, k.source_version, k.plural_family,
             k.plural_style, k.plural_category, k.plural_ordinal, k.plural_everywhere, k.plural_said,
             s.text
      from (${keys}) k
      left join lateral (${textIn(sourceLocaleId)}) s on true
      order by k.id`.execute(db);
    members.push(...rows);
  }
  return members;
}

/** A family, as the names of its members begin. */
export interface FamilyRef {
  plural_family: string;
  plural_style: '_' | '.';
  plural_ordinal: boolean;
}

/** The families that these keys are members of. */
export async function findFamilies(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<FamilyRef[]> {
  const families = new Map<string, FamilyRef>();
  for (const [from, to] of rangesOf(keyIds.length)) {
    const { rows } = await sql<FamilyRef>`
      select distinct k.plural_family, k.plural_style, k.plural_ordinal
      from unnest(${keyIds.slice(from, to)}::uuid[]) u(id)
      cross join lateral (
        select * from translation_key k
        where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.plural_family is not null
        limit 1
      ) k`.execute(db);
    for (const family of rows) families.set(JSON.stringify(Object.values(family)), family);
  }
  return [...families.values()];
}
