import type { CheckLevels, MessageFormat, PluralCategory, SaidPlural } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName, isNamed } from '../../db/key-name.ts';
import { unplanned } from '../../db/plan.ts';
import type { ProjectRef } from '../tenant.ts';
import { ofOtherSource } from '../value/source-version.store.ts';

/** Place of a value in the order of the primary key. */
export interface ValuePlace {
  localeId: number;
  keyId: string;
}

const placesOf = (places: readonly ValuePlace[]) => sql`
  unnest(${places.map(({ localeId }) => localeId)}::smallint[],
         ${places.map(({ keyId }) => keyId)}::uuid[])`;

/** A value that waits for its checks. */
export interface UncheckedValue extends ValuePlace {
  sizeBytes: number;
}

/**
 * Takes values that are not checked, in the order of the primary key, after a place and up to a
 * locale; locked until the transaction ends. Those that another writer holds are left to it: without
 * waiting there is no deadlock.
 */
export async function takeUnchecked(
  tx: Db,
  projectId: ProjectRef,
  range: { after: ValuePlace; lastLocaleId: number; limit: number },
): Promise<UncheckedValue[]> {
  const { after, lastLocaleId, limit } = range;
  const { rows } = await sql<UncheckedValue>`
    select v.locale_id as "localeId", v.key_id as "keyId", octet_length(v.text) as "sizeBytes"
    from translation_value v
    where v.project_id = ${unplanned(projectId)} and v.checks is null
      and (v.locale_id, v.key_id) > (${after.localeId}::smallint, ${after.keyId}::uuid)
      and v.locale_id <= ${lastLocaleId}::smallint
    order by v.locale_id, v.key_id
    limit ${limit}
    for no key update skip locked`.execute(tx);
  return rows;
}

/** True if any value of a project waits for its checks. */
export async function hasUnchecked(db: Db, projectId: ProjectRef): Promise<boolean> {
  const { rows } = await sql`
    select from translation_value
    where project_id = ${projectId}::uuid and checks is null limit 1`.execute(db);
  return rows.length > 0;
}

/** A value with all that its checks depend on, but for the project's own settings. */
export interface CheckInput extends ValuePlace {
  keyName: string;
  text: string;
  /** For a form that the source lacks, that of its family's `other`; null where there is none. */
  sourceText: string | null;
  /** Source text of the family's `other`; null for `other` itself, or if the key is of no family. */
  otherText: string | null;
  maxLength: number | null;
  pluralCategory: PluralCategory | null;
  isOrdinal: boolean;
  /** Null if only names tell of the plural family. */
  pluralSaid: SaidPlural | null;
  /** True if the source text has changed since the value was written. */
  isOutdated: boolean;
  sourceVersion: number;
  /** Words that the engine left untranslated; null if there are none. */
  unknownWords: string | null;
  /** Findings that people dismissed, as bits. */
  ignoredChecks: number;
}

/** The values at these places, in their order; those that are gone are left out. */
export async function readCheckInputs(
  db: Db,
  projectId: ProjectRef,
  sourceLocaleId: number,
  places: readonly ValuePlace[],
): Promise<CheckInput[]> {
  if (places.length === 0) return [];
  // The limits keep these one look-up a row with any statistics of the tables.
  const { rows } = await sql<CheckInput>`
    select v.locale_id as "localeId", v.key_id as "keyId", k.name as "keyName", v.text,
           coalesce(s.text, o.text) as "sourceText", o.text as "otherText", k.max_length as "maxLength",
           k.plural_category as "pluralCategory", k.plural_ordinal as "isOrdinal",
           k.plural_said as "pluralSaid", ${ofOtherSource} as "isOutdated",
           k.source_version as "sourceVersion",
           v.unknown_words as "unknownWords", v.ignored_checks as "ignoredChecks"
    from ${placesOf(places)} with ordinality u(locale_id, key_id, place)
    cross join lateral (
      select * from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = u.locale_id and v.key_id = u.key_id
      limit 1) v
    cross join lateral (
      select * from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = u.key_id
      limit 1) k
    left join lateral (
      select s.text from translation_value s
      where s.project_id = ${unplanned(projectId)} and s.locale_id = ${sourceLocaleId}::smallint
        and s.key_id = u.key_id
      limit 1) s on true
    left join lateral (
      -- Not a join, for which PostgreSQL may read the whole locale for each of our rows.
      select (
        select so.text from translation_value so
        where so.project_id = ko.project_id and so.locale_id = ${sourceLocaleId}::smallint
          and so.key_id = ko.id) as text
      from translation_key ko
      where (s.text is null or k.plural_category <> 'other') and k.plural_family is not null
        and ${isNamed('ko', projectId, formName('k', sql`'other'`))}
        and ko.archived_at is null) o on true
    order by u.place`.execute(db);
  return rows;
}

/** Writes what the checks of locked values found. */
export async function writeChecks(
  tx: Db,
  projectId: ProjectRef,
  checked: readonly (ValuePlace & { mask: number })[],
): Promise<void> {
  await sql`
    update translation_value v set checks = u.mask
    from unnest(${checked.map(({ localeId }) => localeId)}::smallint[],
                ${checked.map(({ keyId }) => keyId)}::uuid[],
                ${checked.map(({ mask }) => mask)}::bigint[]) u(locale_id, key_id, mask)
    where v.project_id = ${unplanned(projectId)} and v.locale_id = u.locale_id and v.key_id = u.key_id`.execute(
    tx,
  );
}

/** The settings of a project that its checks depend on. */
export interface CheckSettings {
  format: MessageFormat;
  sourceLocaleId: number;
  levels: CheckLevels;
  /** By id, in the order of the ids. */
  locales: readonly { id: number; code: string }[];
  /** The terms that apply to the project: their number, and what changes with every one of them. */
  glossary: { terms: number; hash: string };
}

export async function readCheckSettings(db: Db, projectId: ProjectRef): Promise<CheckSettings> {
  const { rows } = await sql<CheckSettings>`
    select p.settings ->> 'messageFormat' as format, p.source_locale_id as "sourceLocaleId",
           coalesce(p.settings -> 'checks', '{}') as levels,
           (select json_agg(json_build_object('id', l.id, 'code', l.code) order by l.id)
            from locale l where l.project_id = p.id) as locales,
           (select json_build_object('terms', count(*),
                                     'hash', bit_xor(hashtextextended(t::text, 0))::text)
            from glossary_term t
            where t.project_id in (p.id, p.parent_id) and t.archived_at is null) as glossary
    from project p where p.id = ${projectId}::uuid`.execute(db);
  return rows[0]!;
}
