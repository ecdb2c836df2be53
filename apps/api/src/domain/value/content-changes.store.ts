import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import type { ProjectRef } from '../tenant.ts';
import { insertOutdatedDeltas } from './outdated-count.store.ts';
import { insertMarks, type KEYS } from './revision.store.ts';
import { insertValueDeltas } from './value-delta.store.ts';

/** Effects of a transaction on a project's content: collected on the way, applied at its end. */
export class ContentChanges {
  readonly values = new Map<string, number>();
  /** Increase of the number of outdated values of active keys, by locale. */
  readonly outdated = new Map<number, number>();
  readonly keys = {
    plain: 0,
    cardinal: 0,
    integer: 0,
    ordinal: 0,
    members: 0,
    zeroForms: 0,
    untranslatable: 0,
  };
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
 * Appends the differences in the counts, and marks what was written as changed. The row that counts the
 * keys is updated: only writers of keys wait for each other, so these are the last statements of a
 * transaction.
 */
export async function applyChanges(
  tx: Db,
  projectId: ProjectRef,
  changes: ContentChanges,
): Promise<void> {
  const deltas = [...changes.values]
    .filter(([, by]) => by !== 0)
    .map(([slot, by]) => {
      const [localeId, state, origin] = slot.split(' ') as [string, ValueState, ValueOrigin];
      return { localeId: Number(localeId), state, origin, by };
    });
  await insertValueDeltas(tx, projectId, deltas);
  await insertOutdatedDeltas(tx, projectId, changes.outdated);
  const { plain, cardinal, integer, ordinal, members, zeroForms, untranslatable } = changes.keys;
  if (Object.values(changes.keys).some((by) => by !== 0)) {
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
  await insertMarks(tx, projectId, [...changes.written]);
}
