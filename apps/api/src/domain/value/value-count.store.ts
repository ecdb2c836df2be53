import { pluralCategories } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';

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
