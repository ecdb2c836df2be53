import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { neededValues } from './needed-values.ts';
import { valueCounts } from './value-delta.store.ts';

export async function countKeys(db: Db, projectId: ProjectRef): Promise<number> {
  const keys = await db
    .selectFrom('key_count')
    .where('project_id', '=', projectId)
    .select(['plain_keys', 'family_members', 'untranslatable_keys'])
    .executeTakeFirst();
  return keys ? keys.plain_keys + keys.family_members + keys.untranslatable_keys : 0;
}

async function sumValues(db: Db, projectId: ProjectRef) {
  const { rows } = await sql<{
    locale_id: number;
    state: ValueState;
    origin: ValueOrigin;
    values_count: number;
  }>`
    select locale_id, state, origin, sum(values_count)::bigint as values_count
    from ${valueCounts(sql`${projectId}::uuid`)} c
    group by locale_id, state, origin`.execute(db);
  return rows;
}

export interface LocaleCounts {
  translated: number;
  needsReview: number;
  missing: number;
}

/**
 * Returns the counts of every locale in a project, by locale tag. `translated` includes reviewed
 * values.
 */
export async function countsByLocale(
  db: Db,
  projectId: ProjectRef,
  locales: readonly { id: number; code: string }[],
): Promise<Map<string, LocaleCounts>> {
  const states = await countStates(db, projectId, locales);
  return new Map(
    locales.map(({ id, code }) => {
      const { translated, reviewed, needsReview, missing } = states.get(id)!;
      return [code, { translated: translated + reviewed, needsReview, missing }];
    }),
  );
}

/** Numbers of values by state. Each value has exactly one state. */
export interface StateCounts extends LocaleCounts {
  reviewed: number;
  /** Number of values with the state `needsReview` that an engine has written. */
  machine: number;
  /** Number of values that an engine has written and that nobody has reviewed. */
  machineUnreviewed: number;
}

export async function countStates(
  db: Db,
  projectId: ProjectRef,
  locales: readonly { id: number; code: string }[],
): Promise<Map<number, StateCounts>> {
  const [keys, rows] = await Promise.all([
    db.selectFrom('key_count').where('project_id', '=', projectId).selectAll().executeTakeFirst(),
    sumValues(db, projectId),
  ]);
  const counts = new Map<number, StateCounts>();
  for (const { id, code } of locales) {
    const localeRows = rows.filter((row) => row.locale_id === id);
    const sum = (isCounted: (state: ValueState, origin: ValueOrigin) => boolean): number =>
      localeRows.reduce(
        (total, row) => total + (isCounted(row.state, row.origin) ? row.values_count : 0),
        0,
      );
    const needed = keys ? neededValues(code, keys) : 0;
    counts.set(id, {
      translated: sum((state) => state === 'translated'),
      reviewed: sum((state) => state === 'reviewed'),
      needsReview: sum((state) => state === 'needs_review'),
      machine: sum((state, origin) => state === 'needs_review' && origin === 'machine'),
      machineUnreviewed: sum((state, origin) => state !== 'reviewed' && origin === 'machine'),
      missing: needed - sum(() => true),
    });
  }
  return counts;
}
