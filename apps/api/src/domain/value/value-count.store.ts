import { pluralCategories } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';

/** How a key counts in a locale: plain keys always, members of a family by the locale's categories. */
export interface CountedKey {
  plural_category: string | null;
  plural_ordinal: boolean;
}

/** Whether a locale needs a key: not where its language lacks the key's plural category. */
export function needsKey(localeTag: string, key: CountedKey): boolean {
  if (key.plural_category === null) return true;
  const categories: readonly string[] = pluralCategories(
    localeTag,
    key.plural_ordinal ? 'ordinal' : 'cardinal',
  );
  return categories.includes(key.plural_category);
}

/** Changes of the counts that a transaction gathers and applies at its end. */
export class CountChanges {
  readonly values = new Map<string, number>();
  readonly keys = { plain: 0, cardinal: 0, ordinal: 0, members: 0 };

  addValue(localeId: number, state: ValueState, origin: ValueOrigin, by: number): void {
    const slot = `${localeId} ${state} ${origin}`;
    this.values.set(slot, (this.values.get(slot) ?? 0) + by);
  }
}

/** Applies gathered changes: the last statements of a transaction, in the order of the primary key. */
export async function applyCounts(tx: Db, projectId: string, changes: CountChanges): Promise<void> {
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
  const { plain, cardinal, ordinal, members } = changes.keys;
  if (plain !== 0 || cardinal !== 0 || ordinal !== 0 || members !== 0) {
    await sql`
      insert into key_count as c (project_id, plain_keys, cardinal_families, ordinal_families,
                                  family_members)
      values (${projectId}::uuid, ${plain}, ${cardinal}, ${ordinal}, ${members})
      on conflict (project_id) do update set
        plain_keys = c.plain_keys + excluded.plain_keys,
        cardinal_families = c.cardinal_families + excluded.cardinal_families,
        ordinal_families = c.ordinal_families + excluded.ordinal_families,
        family_members = c.family_members + excluded.family_members`.execute(tx);
  }
}

/** How many living keys a project has. */
export async function countKeys(db: Db, projectId: string): Promise<number> {
  const keys = await db
    .selectFrom('key_count')
    .where('project_id', '=', projectId)
    .select(['plain_keys', 'family_members'])
    .executeTakeFirst();
  return (keys?.plain_keys ?? 0) + (keys?.family_members ?? 0);
}

export interface LocaleCounts {
  translated: number;
  needsReview: number;
  missing: number;
}

/** Counts of every locale of a project, by code. `translated` includes the reviewed ones. */
export async function countsByLocale(
  db: Db,
  projectId: string,
  locales: readonly { id: number; code: string }[],
): Promise<Map<string, LocaleCounts>> {
  const [keys, rows] = await Promise.all([
    db.selectFrom('key_count').where('project_id', '=', projectId).selectAll().executeTakeFirst(),
    db
      .selectFrom('value_count')
      .where('project_id', '=', projectId)
      .select(['locale_id', 'state', 'values_count'])
      .execute(),
  ]);
  const counts = new Map<string, LocaleCounts>();
  for (const { id, code } of locales) {
    const own = rows.filter((row) => row.locale_id === id);
    const sum = (isCounted: (state: ValueState) => boolean): number =>
      own.reduce((total, row) => total + (isCounted(row.state) ? row.values_count : 0), 0);
    const needed =
      (keys?.plain_keys ?? 0) +
      (keys?.cardinal_families ?? 0) * pluralCategories(code).length +
      (keys?.ordinal_families ?? 0) * pluralCategories(code, 'ordinal').length;
    counts.set(code, {
      translated: sum((state) => state !== 'needs_review'),
      needsReview: sum((state) => state === 'needs_review'),
      missing: needed - sum(() => true),
    });
  }
  return counts;
}
