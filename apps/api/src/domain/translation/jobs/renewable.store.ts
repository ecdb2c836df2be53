import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpValue } from '../../../db/look-ups.ts';
import { lookUp } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** An engine and the hash of the settings that it reads. The hash is null if the engine reads none. */
export interface EngineSettings {
  readonly engine: string;
  readonly hash: number | null;
}

/**
 * The engines that can translate into a locale now, in the order in which they are tried. Empty if no
 * engine can.
 */
export type SettingsOfEngines = readonly EngineSettings[];

const NOTHING = -1;

/**
 * SQL condition that a job wrote the current version of the value `v`, that nobody has approved it, and that the
 * settings of its engine have changed since then. If the engine is unknown or no longer used, compares the settings
 * of the first engine. The change of the job stores the engine and the hash, so values need no columns for them.
 */
export function isRenewable(projectId: ProjectRef, now: SettingsOfEngines): RawBuilder<boolean> {
  const hashes = now.map(({ hash }) => hash ?? NOTHING);
  const engines = now.map(({ engine }) => engine);
  const change = lookUp('change', { project_id: projectId, id: sql`v.change_id` });
  const engineHash = sql`(select u.hash from unnest(${engines}::text[], ${hashes}::int[]) u(engine, hash)
                   where u.engine = c.details ->> 'engine')`;
  return sql<boolean>`
    (v.origin = 'machine' and v.state = 'needs_review' and ${now.length > 0}::boolean and exists (
      select from ${change} c
      where c.kind = 'job' and (c.details -> 'engine') is distinct from 'null'::jsonb
        and coalesce((c.details ->> 'settingsHash')::int, ${sql.lit(NOTHING)})
        <> coalesce(${engineHash}, ${hashes[0] ?? NOTHING}::int)))`;
}

/** Returns the ids of the keys whose values are renewable. */
export async function findRenewable(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
  now: SettingsOfEngines,
): Promise<ReadonlySet<string>> {
  if (keyIds.length === 0 || now.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select u.id
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpValue(projectId, localeId, sql`u.id`)} v
    where ${isRenewable(projectId, now)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
