import type {
  CheckLevels,
  DeclaredPlural,
  MessageFormat,
  PluralCategory,
} from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { formName } from '../../../db/key-name.ts';
import { lookUpKey, lookUpName, lookUpValue } from '../../../db/look-ups.ts';
import { unplanned } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { KeyRef } from '../key/key-ref.ts';
import { ofOtherSource, readMask, readTexts } from '../value/value.store.ts';

export interface ValuePlace {
  localeId: number;
  keyId: string;
}

const placesOf = (places: readonly ValuePlace[]) => sql`
  unnest(${places.map(({ localeId }) => localeId)}::smallint[],
         ${places.map(({ keyId }) => keyId)}::uuid[])`;

/** A value with all data for its checks, except the settings of the project. */
export interface CheckInput extends ValuePlace {
  keyName: string;
  text: string;
  version: number;
  /**
   * Source text of the translation. A plural form without a source text has the source text of its
   * family's form `other`. Null if neither exists.
   */
  sourceText: string | null;
  /**
   * Source text of the form `other` in the key's plural family. Null for the form `other` itself
   * and for other keys.
   */
  otherText: string | null;
  maxLength: number | null;
  pluralCategory: PluralCategory | null;
  isOrdinal: boolean;
  /**
   * Kind of numbers that the plural family is for, as stated by an imported file: integers, all
   * numbers or ordinals. Null if no file has stated the kind.
   */
  declaredPlural: DeclaredPlural | null;
  isOutdated: boolean;
  sourceVersion: number;
  /** Words that a translation engine left untranslated. Null if there are none. */
  unknownWords: string | null;
  /** Bit mask of the checks whose findings users dismissed, as a decimal number. */
  ignoredChecks: string;
  /** True if the key is archived. */
  isArchived: boolean;
  /** Bit mask of the stored findings, as a decimal number. */
  storedChecks: string;
}

/**
 * SQL that joins the source texts of a key `k`: its own text as `s`, and the text of the form
 * `other` of its plural family as `so`.
 */
const joinSources = (
  projectId: ProjectRef | RawBuilder<string>,
  sourceLocaleId: number | RawBuilder<unknown>,
) => sql`
  left join ${lookUpValue(projectId, sourceLocaleId, sql`k.id`)} s on true
  left join ${lookUpName('translation_key', projectId, formName('k', sql`'other'`))} ko
    on (k.plural_category <> 'other' or s.key_id is null) and ko.archived_at is null
  left join ${lookUpValue(projectId, sourceLocaleId, sql`ko.id`)} so on true`;

const SOURCES = sql`coalesce(s.text, so.text) as "sourceText", so.text as "otherText"`;

/**
 * Returns the values with the given locales and keys, in the given order. Omits values that no
 * longer exist.
 */
export async function readCheckInputs(
  db: Db,
  projectId: ProjectRef,
  sourceLocaleId: number,
  places: readonly ValuePlace[],
): Promise<CheckInput[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<CheckInput>`
    select v.locale_id as "localeId", v.key_id as "keyId", k.name as "keyName", v.text, v.version,
           ${SOURCES}, k.max_length as "maxLength", k.plural_category as "pluralCategory",
           k.plural_ordinal as "isOrdinal", k.plural_said as "declaredPlural",
           ${ofOtherSource} as "isOutdated", k.source_version as "sourceVersion",
           v.unknown_words as "unknownWords", ${readMask(sql`v.ignored_checks`)} as "ignoredChecks",
           ${readMask(sql`v.checks`)} as "storedChecks",
           k.archived_at is not null as "isArchived"
    from ${placesOf(places)} with ordinality u(locale_id, key_id, place)
    cross join ${lookUpValue(projectId, sql`u.locale_id`, sql`u.key_id`)} v
    cross join ${lookUpKey(projectId, sql`u.key_id`)} k
    ${joinSources(projectId, sourceLocaleId)}
    order by u.place`.execute(db);
  return rows;
}

export type CheckSources = Pick<CheckInput, 'sourceText' | 'otherText'>;

/** Returns the source texts that the checks of translations of these keys need, by key id. */
export async function readCheckSources(
  db: Db,
  projectId: ProjectRef,
  sourceLocaleId: number,
  keys: readonly Pick<KeyRef, 'id' | 'plural_category'>[],
): Promise<Map<string, CheckSources>> {
  const plain = keys.filter((key) => key.plural_category === null).map(({ id }) => id);
  const forms = keys.filter((key) => key.plural_category !== null).map(({ id }) => id);
  const texts =
    plain.length > 0 ? await readTexts(db, projectId, sourceLocaleId, plain) : new Map();
  const sources = new Map<string, CheckSources>(
    plain.map((id) => [id, { sourceText: texts.get(id) ?? null, otherText: null }]),
  );
  if (forms.length === 0) return sources;
  const { rows } = await sql<CheckSources & { id: string }>`
    select k.id, ${SOURCES}
    from unnest(${forms}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    ${joinSources(projectId, sourceLocaleId)}`.execute(db);
  for (const { id, ...found } of rows) sources.set(id, found);
  return sources;
}

/**
 * SQL for the ids of the given keys, and of the plural forms whose checks use the texts of these
 * keys.
 */
export const selectWithForms = (
  projectId: ProjectRef | RawBuilder<string>,
  keyIds: readonly string[] | RawBuilder<unknown>,
) => sql<{ id: string }>`
  select u.id from unnest(${keyIds}::uuid[]) u(id)
  union
  select f.id
  from unnest(${keyIds}::uuid[]) u(id)
  cross join ${lookUpKey(projectId, sql`u.id`)} k
  cross join unnest(array['zero', 'one', 'two', 'few', 'many']) c(category)
  cross join ${lookUpName('translation_key', projectId, formName('k', sql`c.category`))} f
  where k.plural_category = 'other'`;

export interface SizedPlace extends ValuePlace {
  sizeBytes: number;
}

/**
 * Returns the locale, the key and the size of each value of the given keys, in the order of the table's primary
 * key.
 */
export async function listPlaces(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<SizedPlace[]> {
  const { rows } = await sql<SizedPlace>`
    select v.locale_id as "localeId", v.key_id as "keyId", octet_length(v.text) as "sizeBytes"
    from locale l
    cross join unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpValue(projectId, sql`l.id`, sql`u.id`)} v
    where l.project_id = ${projectId}::uuid
    order by v.locale_id, v.key_id`.execute(db);
  return rows;
}

export interface CheckedValue extends ValuePlace {
  version: number;
  sourceVersion: number;
  mask: bigint;
}

export interface WrittenChecks {
  changed: number;
  /** Ids of keys that were skipped, because another transaction has locked their values. */
  heldKeyIds: string[];
}

/** Stores findings, except for values that have changed since they were read. */
export async function writeChecks(
  tx: Db,
  projectId: ProjectRef,
  checked: readonly CheckedValue[],
): Promise<WrittenChecks> {
  const { rows } = await sql<WrittenChecks>`
    with wanted as materialized (
      select u.locale_id, u.key_id, u.mask
      from unnest(${checked.map(({ localeId }) => localeId)}::smallint[],
                  ${checked.map(({ keyId }) => keyId)}::uuid[],
                  ${checked.map(({ mask }) => mask)}::bigint[],
                  ${checked.map(({ version }) => version)}::int[],
                  ${checked.map(({ sourceVersion }) => sourceVersion)}::int[])
        u(locale_id, key_id, mask, version, source_version)
      cross join ${lookUpValue(projectId, sql`u.locale_id`, sql`u.key_id`)} v
      cross join ${lookUpKey(projectId, sql`u.key_id`)} k
      where v.version = u.version and v.checks <> u.mask and k.source_version = u.source_version
    ), free as materialized (
      select w.*, v.version
      from wanted w
      cross join ${lookUpValue(
        projectId,
        sql`w.locale_id`,
        sql`w.key_id`,
        sql`for no key update skip locked`,
      )} v
    ), written as (
      update translation_value v set checks = free.mask
      from free
      where v.project_id = ${unplanned(projectId)} and v.locale_id = free.locale_id
        and v.key_id = free.key_id and v.version = free.version
      returning 1
    )
    select (select count(*)::int from written) as changed,
           array(select distinct w.key_id from wanted w
                 left join free on free.locale_id = w.locale_id and free.key_id = w.key_id
                 where free.key_id is null) as "heldKeyIds"`.execute(tx);
  return rows[0]!;
}

export interface CheckSettings {
  format: MessageFormat;
  /** Names of the runtimes. Null if the project names none. */
  runtimes: readonly string[] | null;
  sourceLocaleId: number;
  levels: CheckLevels;
  /** The source locale and the locales of the checked values. */
  locales: readonly { id: number; code: string }[];
  glossary: { terms: number; hash: string };
}

/** SQL for the settings of the checks of a project `p`, without its locales. */
export const checkRules = (p: RawBuilder<unknown>) => sql<Omit<CheckSettings, 'locales'>>`
  select ${p}.settings ->> 'messageFormat' as format,
         ${p}.settings -> 'runtimes' as runtimes, ${p}.source_locale_id as "sourceLocaleId",
         coalesce(${p}.settings -> 'checks', '{}') as levels,
         (select json_build_object('terms', count(*),
                                   'hash', bit_xor(hashtextextended(t::text, 0))::text)
          from glossary_term t
          where t.project_id in (${p}.id, ${p}.parent_id) and t.archived_at is null) as glossary`;

export async function readCheckSettings(db: Db, projectId: ProjectRef): Promise<CheckSettings> {
  const { rows } = await sql<CheckSettings>`
    ${checkRules(sql`p`)},
           (select json_agg(json_build_object('id', l.id, 'code', l.code) order by l.id)
            from locale l where l.project_id = p.id) as locales
    from project p where p.id = ${projectId}::uuid`.execute(db);
  return rows[0]!;
}
