import { type PluralDomain, type PluralType, pluralCategories } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName } from '../../db/key-name.ts';
import { lookUpName } from '../../db/look-ups.ts';
import { KEYS, type RevisionOf } from '../content/index.ts';
import type { ProjectRef } from '../kernel/index.ts';

interface Texts {
  localeId: number;
  onlyReviewed: boolean;
}

/** A locale, and the fallback locales from which its missing texts are taken. */
export interface MessageSource extends Texts {
  projectId: ProjectRef;
  localeTag: string;
  /**
   * Locales from which missing texts are taken, in order of preference. Empty to omit missing
   * texts.
   */
  standIns: readonly (Texts & { localeTag: string })[];
}

/** Number of messages that are texts of another locale, by the tag of that locale. */
export type StandInCounts = Readonly<Record<string, number>>;

/** SQL for the {@link StandInCounts} of the rows of {@link selectMessages}, as JSON. */
export const countStandIns = ({ standIns }: MessageSource): RawBuilder<StandInCounts> =>
  standIns.length === 0
    ? sql`'{}'::json`
    : sql`json_strip_nulls(json_build_object(${sql.join(
        standIns.flatMap(({ localeTag }, index) => [
          sql`${localeTag}::text`,
          sql`nullif(count(*) filter (where place = ${index + 1}), 0)`,
        ]),
      )}))`;

/** Version of the code that builds messages. A change invalidates all fingerprints. */
const MAKING = 5;

/**
 * Returns a fingerprint of all data from which the messages of a locale are built. Equal
 * fingerprints mean equal messages.
 */
export function fingerprintOf(source: MessageSource, revisionOf: RevisionOf): string {
  const textsOf = ({ localeId, onlyReviewed }: Texts): string =>
    `${localeId}:${revisionOf(localeId)}${onlyReviewed ? ' reviewed' : ''}`;
  return [MAKING, revisionOf(KEYS), ...[source, ...source.standIns].map(textsOf)].join('/');
}

export interface StoredMessages {
  sha256: Buffer;
  key_count: number;
  size_bytes: number;
  stand_ins: StandInCounts;
  /** The messages as flat JSON. Null if they were not requested, or are large. */
  text: string | null;
}

/**
 * Maximum size in bytes of messages that are returned as they are stored. They are read in one turn of the event loop.
 */
const RETURNED_BYTES = 1024 * 1024;

/**
 * Builds the messages of a locale as flat JSON in the order of the keys, and stores them as a blob. PostgreSQL builds
 * the JSON, so that the messages are sent to this process only if `isReturned` is true. The bytes equal those of
 * `JSON.stringify`.
 */
export async function storeMessages(
  tx: Db,
  source: MessageSource,
  now: Date,
  isReturned = false,
): Promise<StoredMessages> {
  const { projectId } = source;
  const { rows } = await sql<StoredMessages>`
    with message as (${await selectMessages(tx, source)}), flat as (
      select count(*) filter (where text is not null) as key_count,
             ${countStandIns(source)} as stand_ins,
             '{'::bytea || coalesce(
               string_agg(convert_to(to_json(name)::text || ':' || to_json(text)::text, 'UTF8'),
                          ','::bytea order by id, form) filter (where text is not null),
               '') || '}'::bytea as content
      from message
    ), blob as materialized (
      select sha256(content) as sha256, content, key_count, length(content) as size_bytes, stand_ins
      from flat
    ), stored as (
      insert into bundle_blob (project_id, sha256, content, key_count, created_at)
      select ${projectId}::uuid, sha256, content, key_count, ${now}::timestamptz from blob
      -- Locks a blob that is there, so that no sweep deletes it.
      on conflict (project_id, sha256) do update set unnamed_since = null
        where bundle_blob.unnamed_since is not null
    )
    select sha256, key_count, size_bytes, stand_ins,
           case when ${isReturned}::boolean and size_bytes <= ${RETURNED_BYTES}
                then convert_from(content, 'UTF8') end as text
    from blob`.execute(tx);
  return rows[0]!;
}

/**
 * SQL for the messages of a locale. The caller sorts by `id` and `form`. `text` is null for a missing message. `place`
 * is 0 for a text of the locale itself, and otherwise the index of the text's locale in `standIns`, counted from 1. Do
 * not filter by `text`, because PostgreSQL would then look up each text twice.
 */
export async function selectMessages(tx: Db, source: MessageSource): Promise<RawBuilder<unknown>> {
  const { projectId, standIns } = source;
  const hasForms = standIns.length > 0 && (await hasFamilies(tx, projectId));
  return sql`
    select id, form, name, substr(placed, 2) as text, ascii(placed) - ${FIRST_PLACE} as place
    from (${keysOf(source)} ${hasForms ? formsOf(source) : sql``}) m`;
}

/** Code point of the character that marks a text of the locale itself. */
const FIRST_PLACE = sql.lit('0'.charCodeAt(0));

/**
 * SQL for the text of a key in the locale. If the locale has no text, takes the text from the first
 * locale in `standIns` that has a text. The first character identifies the locale of the text, so
 * that each text is looked up only once.
 */
function placedTextOf(source: MessageSource, key = 'k'): RawBuilder<string> {
  const textIn = ({ localeId, onlyReviewed }: Texts, priority: number) => sql`
    (select ${sql.lit(String.fromCharCode('0'.charCodeAt(0) + priority))} || v.text from translation_value v
     where v.project_id = ${source.projectId}::uuid and v.locale_id = ${localeId}::smallint
       and v.key_id = ${sql.ref(`${key}.id`)}
       and (not ${onlyReviewed}::boolean or v.state = 'reviewed'))`;
  return sql`coalesce(${sql.join([source, ...source.standIns].map(textIn))})`;
}

const keysOf = (source: MessageSource): RawBuilder<unknown> => sql`
  (select k.id, 0 as form, k.name, ${placedTextOf(source)} as placed
   from translation_key k
   where k.project_id = ${source.projectId}::uuid and k.archived_at is null
   order by k.id)`;

/**
 * SQL for plural forms that the locale's language needs and that have no text. These forms get the
 * text of the form `other`, because apps do not replace a missing `item_few` by `item_other`.
 */
function formsOf(source: MessageSource): RawBuilder<unknown> {
  const lacking = (type: PluralType, domain?: PluralDomain): string[] =>
    pluralCategories(source.localeTag, type, domain).filter((category) => category !== 'other');
  return sql`
    union all
    (select k.id, c.form, n.name, ${placedTextOf(source)} as placed
     from translation_key k
     cross join lateral unnest(
       case when k.plural_ordinal then ${lacking('ordinal')}::text[]
            when k.plural_said = 'integer' then ${lacking('cardinal', 'integer')}::text[]
            else ${lacking('cardinal')}::text[] end
     ) with ordinality c(category, form)
     cross join lateral (
       select ${formName('k', sql`c.category`)} as name
     ) n
     left join ${lookUpName('translation_key', source.projectId, sql`n.name`)} own
       on own.archived_at is null
     where k.project_id = ${source.projectId}::uuid and k.archived_at is null
       and k.plural_category = 'other' and k.plural_family is not null
       and ${placedTextOf(source, 'own')} is null
     -- Keeps the columns from being computed twice.
     offset 0)`;
}

async function hasFamilies(tx: Db, projectId: ProjectRef): Promise<boolean> {
  const count = await tx
    .selectFrom('key_count')
    .where('project_id', '=', projectId)
    .select('family_members')
    .executeTakeFirst();
  return (count?.family_members ?? 0) > 0;
}
