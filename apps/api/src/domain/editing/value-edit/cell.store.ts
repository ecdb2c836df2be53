import type { ProjectSettings } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import {
  type CheckSettings,
  type CheckSources,
  checkRules,
  KEY_COLUMNS,
  KEY_LOCKS,
  type KeyRef,
  type LockedValue,
  lockedColumns,
  readCheckSources,
  selectWithForms,
  type WrittenLocale,
} from '../../content/index.ts';
import {
  CONTENT_CLASS,
  type Owner,
  type OwnerRef,
  type ProjectRef,
  RULES_CLASS,
  trustedOwner,
  trustedProject,
} from '../../kernel/index.ts';
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

/** SQL condition that the locale `l` of the project `p` is the locale of a {@link CellName}. */
const isNamedLocale = (localeId: P<number | null>, localeTag: P<string | null>) => sql`
  l.project_id = p.id and (l.id = ${localeId}::smallint or l.code = ${localeTag}::text)`;

/** Name of the setting by which a transaction remembers that it has taken the content lock. */
const CONTENT_LOCK = sql.lit('parlance.content_lock');

/** SQL that is true if {@link sendLocks} has taken the content lock. */
const HAS_CONTENT_LOCK = sql<boolean>`
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
 * the content lock. The statement is sent without waiting for its result, and the next statement
 * reads under the locks. Locks nothing if the caller has no access to the project.
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

/** The columns of a project that are needed to edit a value. */
export interface CellProject {
  id: ProjectRef;
  organization_id: OwnerRef;
  source_locale_id: number;
  source_locale: string;
  source_changed_at: Date | null;
  settings: ProjectSettings;
  archived_at: Date | null;
}

/** The locked key and value of an edit, with everything else that the edit reads. */
export interface HeldCell {
  locale: WrittenLocale;
  isSource: boolean;
  /** True if the transaction has taken the content lock, which an edit of a source text needs. */
  hasContentLock: boolean;
  key: KeyRef;
  value: LockedValue | null;
  /** The text of the key in the source locale. Null if it has none. */
  sourceText: string | null;
  /** Settings of the checks, with the source locale and the locale of the value. */
  checkSettings: CheckSettings;
}

interface HeldRow extends LockedValue {
  project: Omit<CellProject, 'id' | 'organization_id' | 'source_changed_at' | 'archived_at'> & {
    id: string;
    organization_id: string;
  };
  sourceChangedAt: Date | null;
  archivedAt: Date | null;
  locale: WrittenLocale | null;
  hasContentLock: boolean;
  key: KeyRef | null;
  checkRules: Omit<CheckSettings, 'locales'>;
  sourceText: string | null;
}

type Parameters = readonly [
  projectId: P<string>,
  organizationId: P<string>,
  projectIds: P<readonly string[] | null>,
  keyId: P<string>,
  localeId: P<number | null>,
  localeTag: P<string | null>,
];

/** SQL that reads the data of an edit. `key` is the joined table that locks the key and names it `k`. */
const selectHeld = (
  key: RawBuilder<unknown>,
  [projectId, organizationId, projectIds, , localeId, localeTag]: Parameters,
) => sql<HeldRow>`
  select json_build_object(
           'id', p.id, 'organization_id', p.organization_id,
           'source_locale_id', p.source_locale_id, 'source_locale', sl.code,
           'settings', p.settings) as project,
         p.source_changed_at as "sourceChangedAt", p.archived_at as "archivedAt",
         case when l.id is not null then json_build_object('id', l.id, 'code', l.code) end as locale,
         ${HAS_CONTENT_LOCK} as "hasContentLock",
         case when k.id is not null then to_json(k) end as key,
         (select to_json(c) from (${checkRules(sql`p`)}) c) as "checkRules",
         v.*, s.text as "sourceText"
  from project p
  join locale sl on sl.project_id = p.id and sl.id = p.source_locale_id
  left join locale l on ${isNamedLocale(localeId, localeTag)}
  left join ${key}
  left join lateral (
    select ${lockedColumns} from translation_value v
    where v.project_id = ${projectId}::uuid and v.locale_id = l.id and v.key_id = k.id
    for no key update) v on true
  left join ${lookUpValue(projectId, sql`p.source_locale_id`, sql`k.id`)} s on true
  where ${isTheOwn(projectId, organizationId, projectIds)}`;

/** Reads the data for the edit of a translation. Returns no key and locks nothing if the value is a source text. */
const selectTranslation = namedStatement('hold_translation', (_, ...place: Parameters) => {
  const [projectId, , , keyId] = place;
  const key = sql`lateral (
    select ${KEY_COLUMNS} from translation_key k
    where k.project_id = ${projectId}::uuid and k.id = ${keyId}::uuid
      and l.id <> p.source_locale_id
    ${KEY_LOCKS.counted}) k on true`;
  return selectHeld(key, place);
});

const selectSourceText = namedStatement('hold_source_text', (_, ...place: Parameters) => {
  const [projectId, , , keyId] = place;
  return sql<HeldRow>`
    with held as materialized (
      select ${KEY_COLUMNS}
      from (select id from (${selectWithForms(projectId, sql`array[${keyId}]`)}) u order by id) u
      cross join ${lookUpKey(projectId, sql`u.id`, KEY_LOCKS.exclusive)} k
    ), key as materialized (select * from held where id = ${keyId}::uuid)
    ${selectHeld(sql`key k on true`, place)}`;
});

/**
 * Locks the key of an edit, then its value, and reads everything else under the locks that were
 * sent ahead. For a source text, also locks the other forms of the plural family, because
 * translations of these forms are checked against the source text.
 * @returns null if the caller has no access to the project; `cell` is null if the project lacks the
 * key or the locale
 */
export async function holdCell(
  tx: Db,
  { organizationId, projectIds }: Owner,
  projectId: string,
  { keyId, localeId, localeTag }: CellName,
): Promise<{ project: CellProject; cell: HeldCell | null } | null> {
  const keyParameters = [projectId, organizationId, projectIds, keyId] as const;
  const locale = [localeId ?? null, localeTag ?? null] as const;
  const [first] = await selectTranslation(tx, ...keyParameters, ...locale);
  if (!first) return null;
  const isSource = first.locale?.id === first.project.source_locale_id;
  const row = isSource ? (await selectSourceText(tx, ...keyParameters, ...locale))[0] : first;
  return row ? heldOf(row, isSource) : null;
}

function heldOf(
  {
    project: columns,
    sourceChangedAt,
    archivedAt,
    locale,
    hasContentLock,
    key,
    checkRules: rules,
    sourceText,
    ...value
  }: HeldRow,
  isSource: boolean,
): { project: CellProject; cell: HeldCell | null } {
  const project = {
    ...columns,
    id: trustedProject(columns.id),
    organization_id: trustedOwner(columns.organization_id),
    source_changed_at: sourceChangedAt,
    archived_at: archivedAt,
  };
  if (!locale || !key) return { project, cell: null };
  const source = { id: project.source_locale_id, code: project.source_locale };
  return {
    project,
    cell: {
      locale,
      isSource,
      hasContentLock,
      key,
      value: value.key_id === null ? null : value,
      sourceText,
      checkSettings: { ...rules, locales: isSource ? [source] : [source, locale] },
    },
  };
}

/** Returns the source texts that the checks of a value need. Only plural forms need a statement. */
export async function sourcesOf(
  tx: Db,
  { id, source_locale_id: sourceLocaleId }: CellProject,
  { key, sourceText }: HeldCell,
): Promise<CheckSources> {
  if (key.plural_category === null) return { sourceText, otherText: null };
  return (await readCheckSources(tx, id, sourceLocaleId, [key])).get(key.id)!;
}
