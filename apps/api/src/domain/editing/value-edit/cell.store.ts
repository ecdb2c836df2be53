import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import {
  CONTENT_CLASS,
  type Owner,
  type ProjectRef,
  RULES_CLASS,
  trustedProject,
} from '../../kernel/index.ts';

/** A key in one locale. The value has the same id even if it is deleted and added again. */
export interface Cell {
  keyId: string;
  keyName: string;
  localeId: number;
  localeTag: string;
  isSource: boolean;
  hasValue: boolean;
}

/** Identifies a value in a request by the id of its key, and by the number or tag of its locale. */
export interface CellName {
  keyId: string;
  localeId?: number;
  localeTag?: string;
}

export interface CellLocks {
  /** Maximum time in milliseconds to wait for each lock. */
  waitMs: number;
  /** True to wait for all transactions that write keys. False to wait only for imports. */
  isExclusive: boolean;
}

type P<Value> = RawBuilder<Value>;

const selectAndLock = namedStatement(
  'lock_for_cell',
  (
    _,
    projectId: P<string>,
    organizationId: P<string>,
    projectIds: P<readonly string[] | null>,
    keyId: P<string>,
    localeId: P<number | null>,
    localeTag: P<string | null>,
    lockTimeout: P<string>,
    isExclusive: P<boolean>,
  ) => sql<{ projectId: string; cell: Cell | null }>`
    with ref as materialized (
      select p.id, p.parent_id, p.source_locale_id, set_config('lock_timeout', ${lockTimeout}, true)
      from project p
      where p.id = ${projectId}::uuid and p.organization_id = ${organizationId}::uuid
        and (${projectIds}::uuid[] is null or p.id = any(${projectIds}::uuid[]))
    ), cell as materialized (
      select k.id as "keyId", k.name as "keyName", l.id as "localeId", l.code as "localeTag",
             ref.source_locale_id = l.id as "isSource", v.key_id is not null as "hasValue"
      from ref
      join locale l
        on l.project_id = ${projectId}::uuid and (l.id = ${localeId}::smallint or l.code = ${localeTag}::text)
      join translation_key k on k.project_id = ${projectId}::uuid and k.id = ${keyId}::uuid
      left join translation_value v
        on v.project_id = ${projectId}::uuid and v.locale_id = l.id and v.key_id = k.id
    ), content as materialized (
      select case when ${isExclusive}::boolean
        then pg_advisory_xact_lock(${sql.lit(CONTENT_CLASS)}, hashtext(ref.id::text))
        else pg_advisory_xact_lock_shared(${sql.lit(CONTENT_CLASS)}, hashtext(ref.id::text)) end
      from ref cross join cell where cell."isSource"
    ), rules as materialized (
      select pg_advisory_xact_lock_shared(${sql.lit(RULES_CLASS)}, hashtext(u.id::text))
      from (select count(*) from content) held
      cross join ref
      cross join unnest(array[ref.id, ref.parent_id]) u(id)
      where u.id is not null
    )
    select ref.id as "projectId", to_json(cell) as cell, (select count(*) from rules) as rules
    from ref left join cell on true`,
);

/**
 * Finds the key and locale of an edit, and takes the rules locks of the project and its parent. For
 * a source text, also takes the content lock.
 * @returns null if the caller has no access to the project; `cell` is null if the project lacks the
 * key or the locale
 */
export async function lockForCell(
  tx: Db,
  { organizationId, projectIds }: Owner,
  projectId: string,
  { keyId, localeId, localeTag }: CellName,
  { waitMs, isExclusive }: CellLocks,
): Promise<{ projectId: ProjectRef; cell: Cell | null } | null> {
  const [row] = await selectAndLock(
    tx,
    projectId,
    organizationId,
    projectIds,
    keyId,
    localeId ?? null,
    localeTag ?? null,
    `${waitMs}ms`,
    isExclusive,
  );
  return row ? { projectId: trustedProject(row.projectId), cell: row.cell } : null;
}

const selectCell = namedStatement(
  'find_cell_of_value',
  (_, projectId: P<string>, localeId: P<number>, keyId: P<string>) => sql<Cell>`
    select k.id as "keyId", k.name as "keyName", l.id as "localeId", l.code as "localeTag",
           p.source_locale_id = l.id as "isSource", true as "hasValue"
    from project p
    join locale l on l.project_id = p.id and l.id = ${localeId}::smallint
    cross join ${lookUpKey(projectId, keyId)} k
    cross join ${lookUpValue(projectId, localeId, keyId)} v
    where p.id = ${projectId}::uuid`,
);

/** Returns the key and locale of a value by its id. Null if the value never existed. */
export async function findCellOfValue(
  db: Db,
  projectId: ProjectRef,
  { keyId, localeId }: { keyId: string; localeId: number },
): Promise<Cell | null> {
  return (await selectCell(db, projectId, localeId, keyId))[0] ?? null;
}
