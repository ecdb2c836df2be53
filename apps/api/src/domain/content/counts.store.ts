import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import type { ProjectRef } from '../tenant.ts';
import { valueCounts } from '../value/value-delta.store.ts';
import type { ContentChanges } from './changes.ts';

/**
 * Appends the differences in the counts, and marks what was written as changed. The row that counts the
 * keys is updated: only writers of keys wait for each other, so these are the last statements of a
 * transaction.
 */
export async function applyChanges(
  tx: Db,
  projectId: ProjectRef,
  changes: ContentChanges,
): Promise<void> {
  await insertValueDeltas(tx, projectId, changes);
  await insertOutdatedDeltas(tx, projectId, changes);
  await addKeyCounts(tx, projectId, changes);
  await insertMarks(tx, projectId, [...changes.written]);
}

async function insertValueDeltas(
  tx: Db,
  projectId: ProjectRef,
  { values }: ContentChanges,
): Promise<void> {
  const deltas = [...values].filter(([, by]) => by !== 0);
  if (deltas.length === 0) return;
  const slots = deltas.map(([slot]) => slot.split(' ') as [string, ValueState, ValueOrigin]);
  await sql`
    insert into value_count_delta (project_id, locale_id, state, origin, values_count)
    select ${projectId}::uuid, u.locale_id, u.state, u.origin, u.by
    from unnest(${slots.map(([localeId]) => Number(localeId))}::smallint[],
                ${slots.map(([, state]) => state)}::value_state[],
                ${slots.map(([, , origin]) => origin)}::value_origin[],
                ${deltas.map(([, by]) => by)}::bigint[]) u(locale_id, state, origin, by)`.execute(
    tx,
  );
}

async function insertOutdatedDeltas(
  tx: Db,
  projectId: ProjectRef,
  { outdated }: ContentChanges,
): Promise<void> {
  const deltas = [...outdated].filter(([, by]) => by !== 0);
  if (deltas.length === 0) return;
  await sql`
    insert into outdated_value_delta (project_id, locale_id, values_count)
    select ${projectId}::uuid, u.locale_id, u.by
    from unnest(${deltas.map(([localeId]) => localeId)}::smallint[],
                ${deltas.map(([, by]) => by)}::bigint[]) u(locale_id, by)`.execute(tx);
}

async function addKeyCounts(
  tx: Db,
  projectId: ProjectRef,
  { keys }: ContentChanges,
): Promise<void> {
  if (Object.values(keys).every((by) => by === 0)) return;
  const { plain, cardinal, integer, ordinal, members, zeroForms, untranslatable } = keys;
  await sql`
    insert into key_count as c (project_id, plain_keys, cardinal_families, integer_families,
                                ordinal_families, family_members, zero_forms, untranslatable_keys)
    values (${projectId}::uuid, ${plain}, ${cardinal}, ${integer}, ${ordinal}, ${members},
            ${zeroForms}, ${untranslatable})
    on conflict (project_id) do update set
      plain_keys = c.plain_keys + excluded.plain_keys,
      cardinal_families = c.cardinal_families + excluded.cardinal_families,
      integer_families = c.integer_families + excluded.integer_families,
      ordinal_families = c.ordinal_families + excluded.ordinal_families,
      family_members = c.family_members + excluded.family_members,
      zero_forms = c.zero_forms + excluded.zero_forms,
      untranslatable_keys = c.untranslatable_keys + excluded.untranslatable_keys`.execute(tx);
}

/** Appends what brings the counts of a locale to zero: its values are deleted. */
export async function clearValueCounts(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
): Promise<void> {
  await sql`
    insert into value_count_delta (project_id, locale_id, state, origin, values_count)
    select ${projectId}::uuid, locale_id, state, origin, -sum(values_count)
    from ${valueCounts(sql`${projectId}::uuid`)} c
    where locale_id = ${localeId}::smallint
    group by locale_id, state, origin
    having sum(values_count) <> 0`.execute(tx);
}

/** Marks the keys or the values of locales as changed: no writer waits for another. */
export async function insertMarks(
  tx: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
): Promise<void> {
  if (localeIds.length === 0) return;
  // As text: 64 bits are more than a number of JavaScript holds.
  const ids = localeIds.map(() => `${randomBytes(8).readBigInt64BE()}`);
  await sql`
    insert into revision_mark (project_id, locale_id, id)
    select ${projectId}::uuid, u.locale_id, u.id
    from unnest(${[...localeIds]}::smallint[], ${ids}::bigint[]) u(locale_id, id)`.execute(tx);
}
