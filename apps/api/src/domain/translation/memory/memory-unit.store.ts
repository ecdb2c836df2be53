import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { readWith } from '../../../db/statements/read-with.ts';
import type { OwnerRef, ProjectRef } from '../../kernel/index.ts';
import {
  type FoundEntry,
  isCanceled,
  KEYS_PER_TEXT,
  type MemoryEntry,
  type MemoryScope,
  type SearchBounds,
  type SoughtText,
  sharedBands,
} from './memory.store.ts';

export interface NewUnit {
  readonly targetLocale: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHash: Buffer;
  readonly maskedHash: Buffer;
  readonly targetHash: Buffer;
  readonly bands: readonly number[];
}

/**
 * Adds imported translations to the translation memory of a project, and returns the number of new
 * translations.
 */
export async function insertUnits(
  tx: Db,
  at: { organizationId: OwnerRef; projectId: ProjectRef; sourceLocale: string; now: Date },
  units: readonly NewUnit[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into memory_unit (project_id, id, organization_id, source_locale, target_locale, source,
                               target, source_hash, masked_hash, memory_bands, target_hash, created_at)
      select ${at.projectId}::uuid, u.id, ${at.organizationId}::uuid, ${at.sourceLocale}, u.locale,
             u.source, u.target, u.source_hash, u.masked_hash, u.bands::integer[], u.target_hash,
             ${at.now}::timestamptz
      from unnest(${units.map(() => newId())}::uuid[], ${units.map((unit) => unit.targetLocale)}::text[],
                  ${units.map((unit) => unit.source)}::text[],
                  ${units.map((unit) => unit.target)}::text[],
                  ${units.map((unit) => unit.sourceHash)}::bytea[],
                  ${units.map((unit) => unit.maskedHash)}::bytea[],
                  ${units.map((unit) => `{${unit.bands.join(',')}}`)}::text[],
                  ${units.map((unit) => unit.targetHash)}::bytea[])
        u(id, locale, source, target, source_hash, masked_hash, bands, target_hash)
      on conflict do nothing
      returning 1
    )
    select count(*)::int as count from added`.execute(tx);
  return rows[0]!.count;
}

export async function deleteUnits(db: Db, projectId: ProjectRef): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('memory_unit')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

const inScope = (
  { organizationId, projectIds }: MemoryScope,
  targetLocale: string,
): RawBuilder<boolean> => sql`
  m.organization_id = ${organizationId}::uuid and m.target_locale = ${targetLocale}
  and (${projectIds}::uuid[] is null or m.project_id = any(${projectIds}::uuid[]))`;

export async function hasUnits(
  db: Db,
  { organizationId, projectIds }: MemoryScope,
  targetLocale: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from project p
      cross join lateral (
        select from memory_unit m
        where m.project_id = p.id and m.target_locale = ${targetLocale}
        limit 1
      ) m
      where p.organization_id = ${organizationId}::uuid and p.archived_at is null
        and (${projectIds}::uuid[] is null or p.id = any(${projectIds}::uuid[]))
    ) as found`.execute(db);
  return rows[0]!.found;
}

export async function findUnitsByHash(
  db: Db,
  scope: MemoryScope,
  targetLocale: string,
  texts: readonly SoughtText[],
): Promise<FoundEntry[]> {
  const { rows } = await sql<FoundEntry>`
    select u.ord::int - 1 as at, m.is_same, m.project_id, null as key, null as plural_category,
           m.source, m.target
    from unnest(${texts.map(({ sourceHash }) => sourceHash)}::bytea[],
                ${texts.map(({ maskedHash }) => maskedHash)}::bytea[])
      with ordinality u(source_hash, masked_hash, ord)
    cross join lateral (
      (select m.*, true as is_same from memory_unit m
       where m.source_hash = u.source_hash and ${inScope(scope, targetLocale)}
       limit ${KEYS_PER_TEXT})
      union all
      (select m.*, false from memory_unit m
       where m.masked_hash = u.masked_hash and m.source_hash <> u.source_hash
         and ${inScope(scope, targetLocale)}
       limit ${KEYS_PER_TEXT})
    ) m
    join project p on p.id = m.project_id and p.archived_at is null
    order by u.ord, m.is_same desc,
             m.project_id is not distinct from ${scope.homeProjectId}::uuid desc,
             m.created_at desc, m.id`.execute(db);
  return rows;
}

/** Finds imported translations of texts that are similar to the given texts. */
export async function findUnitsByBands(
  db: Db,
  scope: MemoryScope,
  targetLocale: string,
  bandsOfTexts: readonly (readonly number[])[],
  { relatedTexts, textsPerText, timeoutMs }: SearchBounds,
): Promise<(MemoryEntry & { at: number })[]> {
  const bands = bandsOfTexts.map((textBands) => `{${textBands.join(',')}}`);
  try {
    return await readWith(db, { statement_timeout: `${Math.ceil(timeoutMs)}ms` }, async (tx) => {
      const { rows } = await sql<MemoryEntry & { at: number }>`
        -- Each row of the result compares the bands.
        with u as materialized (
          select ord, bands::integer[] as bands
          from unnest(${bands}::text[]) with ordinality t(bands, ord)
        )
        select u.ord::int - 1 as at, m.project_id, null as key, null as plural_category,
               m.source, m.target
        from u
        cross join lateral (
          select m.* from (
            select * from memory_unit where memory_bands && u.bands limit ${relatedTexts}
          ) m
          where ${inScope(scope, targetLocale)}
          order by ${sharedBands(sql.ref('m.memory_bands'), sql.ref('u.bands'))} desc, m.id
          limit ${textsPerText}
        ) m
        join project p on p.id = m.project_id and p.archived_at is null
        order by u.ord, m.id`.execute(tx);
      return rows;
    });
  } catch (error) {
    if (isCanceled(error)) return [];
    throw error;
  }
}
