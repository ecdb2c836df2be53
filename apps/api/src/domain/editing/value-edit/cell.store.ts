import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import { CONTENT_CLASS, type Owner, type ProjectRef, RULES_CLASS } from '../../kernel/index.ts';
import { isTheOwn } from '../../project/index.ts';

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

/** Condition that a locale `l` of a project `p` is the one of a {@link CellName}. */
export const isNamedLocale = (localeId: P<number | null>, localeTag: P<string | null>) => sql`
  l.project_id = p.id and (l.id = ${localeId}::smallint or l.code = ${localeTag}::text)`;

/** Name of the setting by which a transaction remembers that it has taken the content lock. */
const CONTENT_LOCK = sql.lit('parlance.content_lock');

/** SQL that is true if {@link sendLocks} has taken the content lock. */
export const HAS_CONTENT_LOCK = sql<boolean>`
  coalesce(current_setting(${CONTENT_LOCK}, true), '') = 'taken'`;

const takeLocks = namedStatement(
  'lock_for_cell',
  (
    _,
    projectId: P<string>,
    organizationId: P<string>,
    projectIds: P<readonly string[] | null>,
    localeId: P<number | null>,
    localeTag: P<string | null>,
    lockTimeout: P<string>,
    isExclusive: P<boolean>,
  ) => sql`
    with ref as materialized (
      select p.id, p.parent_id, l.id is not null as is_source,
             set_config('lock_timeout', ${lockTimeout}, true)
      from project p
      left join locale l on l.id = p.source_locale_id and ${isNamedLocale(localeId, localeTag)}
      where ${isTheOwn(projectId, organizationId, projectIds)}
    ), content as materialized (
      select case when ${isExclusive}::boolean
        then pg_advisory_xact_lock(${sql.lit(CONTENT_CLASS)}, hashtext(ref.id::text))
        else pg_advisory_xact_lock_shared(${sql.lit(CONTENT_CLASS)}, hashtext(ref.id::text)) end,
        set_config(${CONTENT_LOCK}, 'taken', true)
      from ref where ref.is_source
    )
    select pg_advisory_xact_lock_shared(${sql.lit(RULES_CLASS)}, hashtext(u.id::text))
    from (select count(*) from content) held
    cross join ref
    cross join unnest(array[ref.id, ref.parent_id]) u(id)
    where u.id is not null`,
  { isSentAhead: true },
);

/**
 * Takes the rules locks of the project of an edit and of its parent. For a source text, also takes
 * the content lock. The statement is sent ahead, and the next one reads under the locks. Locks
 * nothing if the caller has no access to the project.
 */
export async function sendLocks(
  tx: Db,
  { organizationId, projectIds }: Owner,
  projectId: string,
  { localeId, localeTag }: CellName,
  { waitMs, isExclusive }: CellLocks,
): Promise<void> {
  const locale = [localeId ?? null, localeTag ?? null] as const;
  const locks = [`${waitMs}ms`, isExclusive] as const;
  await takeLocks(tx, projectId, organizationId, projectIds, ...locale, ...locks);
}

/** A key in one locale. The value has the same id even if it is deleted and added again. */
export interface Cell {
  keyId: string;
  localeId: number;
  localeTag: string;
  isSource: boolean;
}

const selectCell = namedStatement(
  'find_cell_of_value',
  (_, projectId: P<string>, localeId: P<number>, keyId: P<string>) => sql<Cell>`
    select k.id as "keyId", l.id as "localeId", l.code as "localeTag",
           p.source_locale_id = l.id as "isSource"
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
