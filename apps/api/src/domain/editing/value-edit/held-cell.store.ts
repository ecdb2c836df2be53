import type { ProjectSettings } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import {
  type CheckSettings,
  type CheckSources,
  checkSettings,
  joinSources,
  KEY_COLUMNS,
  KEY_LOCKS,
  type KeyRef,
  type LockedValue,
  lockedColumns,
  SOURCES,
  selectWithForms,
} from '../../content/index.ts';
import { type OwnerRef, type ProjectRef, trustedOwner } from '../../kernel/index.ts';
import type { Cell } from './cell.store.ts';

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
  project: CellProject;
  key: KeyRef;
  value: LockedValue | null;
  /**
   * Current number of the locale. The number changes if the locale is removed and added again. Null
   * if the locale does not exist.
   */
  localeId: number | null;
  checks: { settings: CheckSettings; sources: CheckSources };
}

type P<Value> = RawBuilder<Value>;

interface HeldRow extends LockedValue, CheckSources {
  organizationId: string;
  sourceLocaleId: number;
  sourceLocale: string;
  sourceChangedAt: Date | null;
  projectSettings: ProjectSettings;
  archivedAt: Date | null;
  key: KeyRef;
  currentLocaleId: number | null;
  checkSettings: CheckSettings;
}

/** SQL that reads the data of an edit. The SQL `held` first locks the key. */
const selectHeld = (
  held: RawBuilder<unknown>,
  projectId: P<string>,
  keyId: P<string>,
  localeId: P<number>,
  localeTag: P<string>,
) => sql<HeldRow>`
  with ${held}, key as materialized (select * from held where id = ${keyId}::uuid)
  select p.organization_id as "organizationId", p.source_locale_id as "sourceLocaleId",
         sl.code as "sourceLocale", p.source_changed_at as "sourceChangedAt", p.settings as "projectSettings", p.archived_at as "archivedAt",
         to_json(k) as key,
         (select l.id from locale l where l.project_id = p.id and l.code = ${localeTag}::text)
           as "currentLocaleId",
         (select to_json(c) from (${checkSettings(sql`p`)}) c) as "checkSettings",
         v.*, ${SOURCES}
  from key k
  join project p on p.id = ${projectId}::uuid
  join locale sl on sl.project_id = p.id and sl.id = p.source_locale_id
  left join lateral (
    select ${lockedColumns} from translation_value v
    where v.project_id = ${projectId}::uuid and v.locale_id = ${localeId}::smallint and v.key_id = k.id
    for no key update) v on true
  ${joinSources(projectId, sql`p.source_locale_id`)}`;

const selectTranslation = namedStatement(
  'hold_translation',
  (_, projectId: P<string>, keyId: P<string>, localeId: P<number>, localeTag: P<string>) =>
    selectHeld(
      sql`held as materialized (
        select ${KEY_COLUMNS} from translation_key k
        where k.project_id = ${projectId}::uuid and k.id = ${keyId}::uuid
        ${KEY_LOCKS.counted})`,
      ...([projectId, keyId, localeId, localeTag] as const),
    ),
);

const selectSourceText = namedStatement(
  'hold_source_text',
  (_, projectId: P<string>, keyId: P<string>, localeId: P<number>, localeTag: P<string>) =>
    selectHeld(
      sql`held as materialized (
        select ${KEY_COLUMNS}
        from (select id from (${selectWithForms(projectId, sql`array[${keyId}]`)}) u order by id) u
        cross join ${lookUpKey(projectId, sql`u.id`, KEY_LOCKS.exclusive)} k)`,
      ...([projectId, keyId, localeId, localeTag] as const),
    ),
);

/**
 * Locks the key of an edit, then its value, and reads everything else. For a source text, also
 * locks the other forms of the plural family, because translations of these forms are checked
 * against the source text.
 */
export async function lockCell(
  tx: Db,
  projectId: ProjectRef,
  { keyId, localeId, localeTag, isSource }: Cell,
): Promise<HeldCell> {
  const select = isSource ? selectSourceText : selectTranslation;
  const [row] = await select(tx, projectId, keyId, localeId, localeTag);
  const { organizationId, projectSettings, archivedAt, ...about } = row!;
  const { sourceLocaleId, sourceLocale, sourceChangedAt, ...rest } = about;
  const { key, currentLocaleId, checkSettings: settings, sourceText, otherText, ...value } = rest;
  return {
    project: {
      id: projectId,
      organization_id: trustedOwner(organizationId),
      source_locale_id: sourceLocaleId,
      source_locale: sourceLocale,
      source_changed_at: sourceChangedAt,
      settings: projectSettings,
      archived_at: archivedAt,
    },
    key,
    value: value.key_id === null ? null : value,
    localeId: currentLocaleId,
    checks: { settings, sources: { sourceText, otherText } },
  };
}
