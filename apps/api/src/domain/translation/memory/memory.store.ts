import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../../../db/fault.ts';
import { atMostOne } from '../../../db/statements/plan-hints.ts';
import { readWith } from '../../../db/statements/read-with.ts';
import { ofOtherSource, valueCounts } from '../../content/index.ts';
import type { OwnerRef } from '../../kernel/index.ts';
import { BANDS } from './trigrams.ts';

export interface MemoryScope {
  readonly organizationId: OwnerRef;
  /** Ids of the projects. Null for all projects of the organization. */
  readonly projectIds: readonly string[] | null;
  /** Id of the project whose translations take precedence. Null if no project takes precedence. */
  readonly homeProjectId: string | null;
}

/** A source text with a translation that a person wrote or approved. */
export interface MemoryEntry {
  project_id: string;
  /** Name of the key. Null for an imported translation. */
  key: string | null;
  plural_category: string | null;
  source: string;
  target: string;
}

export interface FoundEntry extends MemoryEntry {
  at: number;
  /**
   * True if the source text equals the requested text. False if the two texts have different
   * placeholders.
   */
  is_same: boolean;
}

export interface SoughtText {
  readonly sourceHash: Buffer;
  /**
   * Hash of the text without its placeholders. Equals `sourceHash` if the text has no placeholders.
   */
  readonly maskedHash: Buffer;
}

/**
 * Maximum number of keys that are examined for one source text. The same limit applies to imported
 * translations.
 */
export const KEYS_PER_TEXT = 50;
/** Maximum number of translations that are examined for each similar source text. */
const KEYS_PER_SIMILAR_TEXT = 3;

export const isCanceled = (error: unknown): boolean =>
  sqlStateOf(error) === SQL_STATES.queryCanceled;

/**
 * SQL condition that a person wrote or approved the text of the value `v`. `v` may also be a row of
 * stored counts.
 */
export const isTrusted = sql`
  (v.state = 'reviewed' or v.state = 'translated' and v.origin in ('manual', 'import'))`;

/**
 * SQL that joins the values of keys `k` in a target locale. Includes only values that are not
 * outdated and whose text a person wrote or approved.
 */
const joinTrusted = (targetLocale: string): RawBuilder<unknown> => sql`
  join project p on p.id = k.project_id and p.archived_at is null
  join locale l on l.project_id = k.project_id and l.code = ${targetLocale}
  cross join ${atMostOne(sql`
    select * from translation_value v
    where v.project_id = k.project_id and v.locale_id = l.id and v.key_id = k.id
      and not (${ofOtherSource}) and ${isTrusted}`)} v
  cross join ${atMostOne(sql`
    select * from translation_value s
    where s.project_id = k.project_id and s.locale_id = p.source_locale_id and s.key_id = k.id`)} s`;

const inScope = ({ organizationId, projectIds }: MemoryScope): RawBuilder<boolean> => sql`
  k.organization_id = ${organizationId}::uuid and k.archived_at is null
  and (${projectIds}::uuid[] is null or k.project_id = any(${projectIds}::uuid[]))`;

/** True if a project has a value in a locale that a person wrote or approved. */
export async function hasTrusted(
  db: Db,
  { organizationId, projectIds }: MemoryScope,
  targetLocale: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from project p
      join locale l on l.project_id = p.id and l.code = ${targetLocale}
      cross join lateral ${valueCounts(sql`p.id`)} v
      where p.organization_id = ${organizationId}::uuid and p.archived_at is null
        and (${projectIds}::uuid[] is null or p.id = any(${projectIds}::uuid[]))
        and v.locale_id = l.id and v.values_count > 0 and ${isTrusted}
    ) as found`.execute(db);
  return rows[0]!.found;
}

/**
 * Finds translations of the given texts in projects. The placeholders may differ. Exact matches
 * come first, then translations of the project `homeProjectId`, then approved translations, then
 * newer translations.
 */
export async function findByHash(
  db: Db,
  scope: MemoryScope,
  targetLocale: string,
  texts: readonly SoughtText[],
): Promise<Map<number, FoundEntry[]>> {
  const { rows } = await sql<FoundEntry>`
    select u.ord::int - 1 as at, k.is_same, k.project_id, k.name as key, k.plural_category,
           s.text as source, v.text as target
    from unnest(${texts.map(({ sourceHash }) => sourceHash)}::bytea[],
                ${texts.map(({ maskedHash }) => maskedHash)}::bytea[])
      with ordinality u(source_hash, masked_hash, ord)
    cross join lateral (
      (select k.*, true as is_same from translation_key k
       where k.source_hash = u.source_hash and ${inScope(scope)}
       limit ${KEYS_PER_TEXT})
      union all
      (select k.*, false from translation_key k
       where k.masked_hash = u.masked_hash and k.source_hash <> u.source_hash and ${inScope(scope)}
       limit ${KEYS_PER_TEXT})
      union all
      -- Of a text without placeholders, the other hash is not stored.
      (select k.*, false from translation_key k
       where k.source_hash = u.masked_hash and u.masked_hash <> u.source_hash and ${inScope(scope)}
       limit ${KEYS_PER_TEXT})
    ) k
    ${joinTrusted(targetLocale)}
    order by u.ord, k.is_same desc,
             k.project_id is not distinct from ${scope.homeProjectId}::uuid desc,
             v.state = 'reviewed' desc, v.updated_at desc, k.id`.execute(db);
  return Map.groupBy(rows, ({ at }) => at);
}

export interface SearchBounds {
  /** Maximum number of source texts that are compared with the requested text. */
  readonly relatedTexts: number;
  /** Maximum number of similar source texts whose translations are read for one requested text. */
  readonly textsPerText: number;
  /** Timeout of a search in milliseconds. A search that takes longer finds nothing. */
  readonly timeoutMs: number;
}

/**
 * SQL for the number of MinHash bands that two texts have in common. Only bands at the same
 * position are compared.
 */
export const sharedBands = (a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<number> => {
  const places = Array.from({ length: BANDS }, (_, index) => sql.lit(index + 1));
  return sql`(${sql.join(
    places.map((place) => sql`(${a}[${place}] = ${b}[${place}])::int`),
    sql` + `,
  )})`;
};

/**
 * Finds translations of similar source texts in projects, by MinHash bands. Finds nothing if the
 * search takes too long.
 */
export async function findByBands(
  db: Db,
  scope: MemoryScope,
  targetLocale: string,
  bandsOfTexts: readonly (readonly number[])[],
  { relatedTexts, textsPerText, timeoutMs }: SearchBounds,
): Promise<Map<number, MemoryEntry[]>> {
  const bands = bandsOfTexts.map((textBands) => `{${textBands.join(',')}}`);
  try {
    return await readWith(db, { statement_timeout: `${Math.ceil(timeoutMs)}ms` }, async (tx) => {
      const { rows } = await sql<MemoryEntry & { at: number }>`
        -- Each row of the result compares the bands.
        with u as materialized (
          select ord, bands::integer[] as bands
          from unnest(${bands}::text[]) with ordinality t(bands, ord)
        )
        select u.ord::int - 1 as at, k.project_id, k.key, k.plural_category, k.source, k.target
        from u
        cross join lateral (
          select t.source_hash from (
            select source_hash, organization_id, bands from memory_text
            where bands && u.bands
            limit ${relatedTexts}
          ) t
          where t.organization_id = ${scope.organizationId}::uuid
          order by ${sharedBands(sql.ref('t.bands'), sql.ref('u.bands'))} desc, t.source_hash
          limit ${textsPerText}
        ) t
        cross join lateral (
          select k.id, k.project_id, k.name as key, k.plural_category, s.text as source,
                 v.text as target
          from translation_key k
          ${joinTrusted(targetLocale)}
          where k.source_hash = t.source_hash and ${inScope(scope)}
          limit ${KEYS_PER_SIMILAR_TEXT}
        ) k
        order by u.ord, k.id`.execute(tx);
      return Map.groupBy(rows, ({ at }) => at);
    });
  } catch (error) {
    if (isCanceled(error)) return new Map();
    throw error;
  }
}
