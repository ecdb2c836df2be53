import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { accountFamilies, type ContentProject } from './account-keys.ts';
import type { KeyRef } from './key.store.ts';

/** Names are up to 2,048 characters long, and each is looked through: few at a time. */
const BATCH_KEYS = 2_000;

type Candidate = KeyRef & { stem: string };

/**
 * Finds the plural families of a whole project anew, after its message format or its source language
 * has changed, and puts what that changes into `changes`. Keys whose names cannot be in a family are
 * not read. The caller holds the content lock.
 */
export async function recountFamilies(
  tx: Db,
  project: ContentProject,
  changes: ContentChanges,
): Promise<void> {
  // The keys of a family have one stem, so they come one after the other.
  await sql`
    declare family_candidates no scroll cursor for
    select k.id, k.name, false as archived, k.source_version, k.description, k.plural_family,
           k.plural_style, k.plural_category, k.plural_ordinal,
           regexp_replace(k.name, '(zero|one|two|few|many|other)$', '') as stem
    from translation_key k
    where k.project_id = ${project.id}::uuid and k.archived_at is null
      and k.name ~ '[_.](zero|one|two|few|many|other)$'
    order by stem, k.id`.execute(tx);
  let open: Candidate[] = [];
  for (;;) {
    const { rows } =
      await sql<Candidate>`fetch forward ${sql.lit(BATCH_KEYS)} from family_candidates`.execute(tx);
    const keys = [...open, ...rows];
    const lastStem = rows.length < BATCH_KEYS ? undefined : keys.at(-1)!.stem;
    open = keys.filter(({ stem }) => stem === lastStem);
    const whole = keys.filter(({ stem }) => stem !== lastStem);
    const keyChanges = whole.map((key) => ({
      key,
      wasLiving: true,
      isLiving: true,
      isNew: false,
    }));
    await accountFamilies(tx, project, keyChanges, changes);
    if (rows.length < BATCH_KEYS) break;
  }
  await sql`close family_candidates`.execute(tx);
}
