import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { sendNamed } from '../../../db/statements/named-statements.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { changeInsertion } from '../change/change.store.ts';
import { askRechecks } from '../recheck/recheck.store.ts';
import { FINDINGS, marks } from '../value/revision.store.ts';
import { valueCounts } from '../value/value-delta.store.ts';
import type { ContentChanges } from './changes.ts';
import type { Writing } from './writing.ts';

/**
 * Ends a transaction that writes content, in one statement. The statement records the change,
 * appends the differences in the counts, changes the revision and enqueues tasks. It must be the
 * last statement of the transaction, because all writers of keys wait for a row that it updates.
 */
export async function applyChanges({ tx, project, by, changes, record }: Writing): Promise<void> {
  const parts = [
    record && changeInsertion({ ...record, projectId: project.id, id: by.changeId, now: by.now }),
    valueDeltas(project.id, changes),
    outdatedDeltas(project.id, changes),
    keyCounts(project.id, changes),
    marks(project.id, [...changes.written, ...(changes.rechecked.size > 0 ? [FINDINGS] : [])]),
    askRechecks(
      project.id,
      [...changes.rechecked].map(([reason, keyIds]) => ({ reason, keyIds: [...keyIds] })),
    ),
    changes.written.has(project.source_locale_id)
      ? sql`insert into memory_change (project_id, id) values (${project.id}::uuid, ${by.changeId}::uuid)`
      : null,
  ];
  const present = parts.filter((part) => part !== null);
  if (present.length === 0) return;
  const name = `apply_${parts.map((part) => (part === null ? 0 : 1)).join('')}`;
  const ctes = present.map((part, index) => sql`${sql.raw(`p${index}`)} as (${part})`);
  await sendNamed(tx, name, sql`with ${sql.join(ctes)} select`);
}

function valueDeltas(
  projectId: ProjectRef,
  { values }: ContentChanges,
): RawBuilder<unknown> | null {
  const deltas = [...values].filter(([, by]) => by !== 0);
  if (deltas.length === 0) return null;
  const slots = deltas.map(([slot]) => slot.split(' ') as [string, ValueState, ValueOrigin]);
  return sql`
    insert into value_count_delta (project_id, locale_id, state, origin, values_count)
    select ${projectId}::uuid, u.locale_id, u.state, u.origin, u.by
    from unnest(${slots.map(([localeId]) => Number(localeId))}::smallint[],
                ${slots.map(([, state]) => state)}::value_state[],
                ${slots.map(([, , origin]) => origin)}::value_origin[],
                ${deltas.map(([, by]) => by)}::bigint[]) u(locale_id, state, origin, by)`;
}

function outdatedDeltas(
  projectId: ProjectRef,
  { outdated }: ContentChanges,
): RawBuilder<unknown> | null {
  const deltas = [...outdated].filter(([, by]) => by !== 0);
  if (deltas.length === 0) return null;
  return sql`
    insert into outdated_value_delta (project_id, locale_id, values_count)
    select ${projectId}::uuid, u.locale_id, u.by
    from unnest(${deltas.map(([localeId]) => localeId)}::smallint[],
                ${deltas.map(([, by]) => by)}::bigint[]) u(locale_id, by)`;
}

function keyCounts(projectId: ProjectRef, { keys }: ContentChanges): RawBuilder<unknown> | null {
  if (Object.values(keys).every((by) => by === 0)) return null;
  const { plain, cardinal, integer, ordinal, members, zeroForms, untranslatable } = keys;
  return sql`
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
      untranslatable_keys = c.untranslatable_keys + excluded.untranslatable_keys`;
}

/** Sets the counts of a locale to zero after its values were deleted, by subtracting them. */
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
