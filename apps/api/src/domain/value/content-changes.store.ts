import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';
import type { ProjectRef } from '../tenant.ts';
import { insertOutdatedDeltas } from './outdated-count.store.ts';

/** Stands for the keys where others stand for the values of a locale. */
export const KEYS = 0;
/** Stands for the findings of the checks in all locales. */
export const FINDINGS = -1;

/** What a transaction has done to a project's content: gathered on the way, applied at its end. */
export class ContentChanges {
  readonly values = new Map<string, number>();
  /** By how many outdated values of living keys a locale has more. */
  readonly outdated = new Map<number, number>();
  readonly keys = { plain: 0, cardinal: 0, ordinal: 0, members: 0, zeroForms: 0 };
  /** Locales whose values were written, and {@link KEYS} where keys were. */
  readonly written = new Set<number>();

  addValue(localeId: number, state: ValueState, origin: ValueOrigin, by: number): void {
    const slot = `${localeId} ${state} ${origin}`;
    this.values.set(slot, (this.values.get(slot) ?? 0) + by);
  }

  addOutdated(localeId: number, by: number): void {
    this.outdated.set(localeId, (this.outdated.get(localeId) ?? 0) + by);
  }
}

/**
 * Changes the counts, and gives what was written new revisions: the last statements of a transaction,
 * rows in the order of their primary keys.
 */
export async function applyChanges(
  tx: Db,
  projectId: ProjectRef,
  changes: ContentChanges,
): Promise<void> {
  const rows = [...changes.values]
    .filter(([, by]) => by !== 0)
    .map(([slot, by]) => {
      const [localeId, state, origin] = slot.split(' ') as [string, ValueState, ValueOrigin];
      return { localeId: Number(localeId), state, origin, by };
    });
  if (rows.length > 0) {
    await sql`
      insert into value_count as c (project_id, locale_id, state, origin, values_count)
      select ${projectId}::uuid, u.locale_id, u.state, u.origin, u.by
      from unnest(${rows.map((row) => row.localeId)}::smallint[],
                  ${rows.map((row) => row.state)}::value_state[],
                  ${rows.map((row) => row.origin)}::value_origin[],
                  ${rows.map((row) => row.by)}::bigint[]) u(locale_id, state, origin, by)
      order by u.locale_id, u.state, u.origin
      on conflict (project_id, locale_id, state, origin)
      do update set values_count = c.values_count + excluded.values_count`.execute(tx);
  }
  await insertOutdatedDeltas(tx, projectId, changes.outdated);
  const { plain, cardinal, ordinal, members, zeroForms } = changes.keys;
  if (Object.values(changes.keys).some((by) => by !== 0)) {
    await sql`
      insert into key_count as c (project_id, plain_keys, cardinal_families, ordinal_families,
                                  family_members, zero_forms)
      values (${projectId}::uuid, ${plain}, ${cardinal}, ${ordinal}, ${members}, ${zeroForms})
      on conflict (project_id) do update set
        plain_keys = c.plain_keys + excluded.plain_keys,
        cardinal_families = c.cardinal_families + excluded.cardinal_families,
        ordinal_families = c.ordinal_families + excluded.ordinal_families,
        family_members = c.family_members + excluded.family_members,
        zero_forms = c.zero_forms + excluded.zero_forms`.execute(tx);
  }
  await renewRevisions(tx, projectId, [...changes.written]);
}

/** Gives the keys, the findings or the values of locales new revisions. */
async function renewRevisions(
  tx: Db,
  projectId: ProjectRef,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into content_revision (project_id, locale_id, revision)
    select ${projectId}::uuid, u.id, ${newId()}::uuid
    from unnest(${ids}::smallint[]) u(id)
    order by u.id
    on conflict (project_id, locale_id) do update set revision = excluded.revision`.execute(tx);
}

/**
 * Notes that findings of values have changed without a change of the content: the last statement of a
 * transaction.
 */
export const renewFindings = (tx: Db, projectId: ProjectRef): Promise<void> =>
  renewRevisions(tx, projectId, [FINDINGS]);

/**
 * The revision of a locale's values, or of the {@link KEYS}: where it is the one that it was, so are they.
 * Null where there never were any.
 */
export type RevisionOf = (id: number) => string | null;

export async function readRevisions(db: Db, projectId: ProjectRef): Promise<RevisionOf> {
  const rows = await db
    .selectFrom('content_revision')
    .where('project_id', '=', projectId)
    .select(['locale_id', 'revision'])
    .execute();
  const known = new Map(rows.map((row) => [row.locale_id, row.revision]));
  return (id) => known.get(id) ?? null;
}
