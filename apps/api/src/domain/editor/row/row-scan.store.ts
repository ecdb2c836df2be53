import { PLURAL_CATEGORIES, pluralCategories } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { formName } from '../../../db/key-name.ts';
import { lookUpName, lookUpValue } from '../../../db/look-ups.ts';
import type { ProjectId } from '../../../db/statements/plan-hints.ts';
import { findKeyScanEnd } from '../../content/index.ts';
import {
  type ProjectRef,
  SCAN_MS,
  type Scan,
  type ScanOptions,
  type ScanResult,
  scanPage,
} from '../../kernel/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import type { RowFilter } from './row-filter.ts';
import { IS_TRANSLATABLE, predicateOf, type RowKind } from './row-predicate.store.ts';

const FIRST_SLICE_KEYS = 1_000;
const MAX_SLICE_KEYS = 20_000;
/**
 * Target duration of a statement in milliseconds, from which the size of the next range is
 * computed.
 */
const SLICE_MS = 100;

/**
 * A range of key ids: greater than `after` and not greater than `end`. A null `end` is no limit.
 */
interface Slice {
  after: string;
  end: string | null;
}

/** Returns the ids of rows that match a filter, in ascending order. */
export function scanRows(
  tx: Db,
  projectId: ProjectRef,
  filter: RowFilter,
  options: ScanOptions,
): Promise<ScanResult<string>> {
  const scan: Scan<string> = {
    findEnd: async (after, rows) =>
      filter.query.terms.length === 0 ? null : findKeyScanEnd(tx, projectId, after, rows),
    async read(after, end, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from (${selectRows(projectId, filter, { after, end })}) hit
        order by id limit ${limit}`.execute(tx);
      return rows.map(({ id }) => id);
    },
    idOf: (id) => id,
  };
  return scanPage(scan, options);
}

export interface RowIndexPart {
  /** Number of matching rows that this call and earlier calls have found. */
  total: number;
  anchors: string[];
  /** Ids of the matching rows. Null if more than `maxKeyIds` rows have matched. */
  keyIds: string[] | null;
  /** Id of the last examined key. Null if all keys were examined. */
  next: string | null;
}

/**
 * Counts the matching rows, and collects the id of every `step`-th row. Stops at the last row or at
 * the time limit.
 */
export async function indexRows(
  tx: Db,
  projectId: ProjectRef,
  filter: RowFilter,
  options: {
    after: string | null;
    found: number;
    step: number;
    maxKeyIds: number;
    maxMs?: number;
    signal: AbortSignal;
  },
): Promise<RowIndexPart> {
  const { step, maxKeyIds, maxMs = SCAN_MS, signal } = options;
  const startedAt = performance.now();
  const anchors: string[] = [];
  let keyIds: string[] | null = options.found > maxKeyIds ? null : [];
  let total = options.found;
  let after = options.after ?? NIL_ID;
  let size = FIRST_SLICE_KEYS;
  for (;;) {
    const sliceAt = performance.now();
    const end = await findKeyScanEnd(tx, projectId, after, size);
    const room = Math.max(0, maxKeyIds - total);
    const { rows } = await sql<{ count: number; anchors: string[] | null; ids: string[] | null }>`
      select count(*) as count,
             array_agg(id order by id) filter (where (n - 1 + ${total}) % ${step} = 0) as anchors,
             array_agg(id order by id) filter (where n <= ${room}) as ids
      from (
        select id, row_number() over (order by id) as n
        from (${selectRows(projectId, filter, { after, end })}) hit
      ) hit`.execute(tx);
    const { count, anchors: found, ids } = rows[0]!;
    anchors.push(...(found ?? []));
    total += count;
    if (total > maxKeyIds) keyIds = null;
    keyIds?.push(...(ids ?? []));
    if (end === null) return { total, anchors, keyIds, next: null };
    after = end;
    const now = performance.now();
    if (signal.aborted || now - startedAt >= maxMs) {
      return { total, anchors, keyIds, next: after };
    }
    const growth = Math.min(4, Math.max(0.25, SLICE_MS / (now - sliceAt)));
    size = Math.round(Math.min(MAX_SLICE_KEYS, Math.max(FIRST_SLICE_KEYS / 4, size * growth)));
  }
}

/**
 * SQL for the ids of matching rows in a range of ids. A row is a key without a family, or the form
 * `other` of a plural family.
 */
function selectRows(projectId: ProjectRef, filter: RowFilter, slice: Slice): RawBuilder<unknown> {
  if (filter.query.terms.length === 0) {
    return sql`
      select k.id from translation_key k
      where ${keysOf(projectId, slice)}
        and (k.plural_category is null or k.plural_category = 'other')`;
  }
  const plain = selectPlain(projectId, filter, slice);
  return sql`${plain} union all ${selectFamilies(projectId, filter, slice)}`;
}

const keysOf = (projectId: ProjectRef, { after, end }: Slice) => sql`
  k.project_id = ${projectId}::uuid and k.id > ${after}::uuid
  ${end === null ? sql`` : sql`and k.id <= ${end}::uuid`} and k.archived_at is null`;

function selectPlain(projectId: ProjectRef, filter: RowFilter, { after, end }: Slice) {
  const joins = new Map<number, RawBuilder<unknown>>();
  const kind: RowKind = {
    isFamily: false,
    ofKey: (leaf) => orFalse(leaf({ k: 'k', v: '', ...OF_PLAIN })),
    ofValue(locale, leaf) {
      const alias = `v${locale.id}`;
      const v = sql.raw(alias);
      const join = sql`
        left join translation_value ${v}
          on ${v}.project_id = ${projectId}::uuid and ${v}.locale_id = ${locale.id}::smallint
          and ${v}.key_id = k.id and ${v}.key_id > ${after}::uuid
          ${end === null ? sql`` : sql`and ${v}.key_id <= ${end}::uuid`}`;
      joins.set(locale.id, join);
      return orFalse(leaf({ k: 'k', v: alias, ...OF_PLAIN }));
    },
    ofAnyValue: (locales, leaf) => sql`k.id in (
      select v.key_id from translation_value v
      where v.project_id = ${projectId}::uuid
        and v.locale_id = any(${locales.map(({ id }) => id)}::smallint[])
        and v.key_id > ${after}::uuid ${end === null ? sql`` : sql`and v.key_id <= ${end}::uuid`}
        and ${leaf({ k: 'k', v: 'v', ...UNLIMITED })})`,
  };
  const predicate = predicateOf(projectId, filter, kind);
  return sql`
    select k.id from translation_key k
    ${sql.join([...joins.values()], sql` `)}
    where ${keysOf(projectId, { after, end })} and k.plural_category is null and ${predicate}`;
}

const OF_PLAIN = { inLocale: sql`true`, translatable: IS_TRANSLATABLE };
const UNLIMITED = { inLocale: sql`true`, translatable: sql`true` };

/** Makes a comparison with a missing value false. In SQL, its result would be null. */
const orFalse = (condition: RawBuilder<unknown>) => sql`coalesce(${condition}, false)`;

function selectFamilies(projectId: ProjectRef, filter: RowFilter, slice: Slice) {
  const keyLeaves: RawBuilder<unknown>[] = [];
  const byLocale = new Map<number, { locale: LocaleRow; leaves: RawBuilder<unknown>[] }>();
  const anyForm = (condition: RawBuilder<unknown>) => sql`bool_or(${orFalse(condition)})`;
  const kind: RowKind = {
    isFamily: true,
    ofKey(leaf) {
      keyLeaves.push(anyForm(leaf({ k: 'f', v: '', ...UNLIMITED })));
      return sql.ref(`family.c${keyLeaves.length - 1}`);
    },
    ofValue(locale, leaf, onlyNeeded) {
      const leaves: RawBuilder<unknown>[] = byLocale.get(locale.id)?.leaves ?? [];
      byLocale.set(locale.id, { locale, leaves });
      const condition = leaf({
        k: 'f',
        v: 'v',
        inLocale: sql`f.needed`,
        translatable: IS_TRANSLATABLE,
      });
      leaves.push(anyForm(onlyNeeded ? sql`f.needed and ${condition}` : condition));
      return sql.ref(`l${locale.id}.c${leaves.length - 1}`);
    },
    ofAnyValue: (locales, leaf) => sql`exists (
      select from unnest(family.categories, family.ids, family.everywhere) f(category, id, everywhere)
      cross join unnest(${locales.map(({ id }) => id)}::smallint[]) l(id)
      cross join ${lookUpValue(projectId, sql`l.id`, sql`f.id`)} v
      where f.id is not null and ${leaf({ k: 'f', v: 'v', ...UNLIMITED })}
        and (f.everywhere or case v.locale_id ${sql.join(
          locales.map(({ id, code }) => sql`when ${id}::smallint then ${isNeeded(code)}`),
          sql` `,
        )} end))`,
  };
  const predicate = predicateOf(projectId, filter, kind);
  const locales = [...byLocale.values()].map(
    ({ locale, leaves }) => sql`
    cross join lateral (
      select ${columnsOf(leaves)}
      from (
        select f.*, coalesce(f.everywhere, false) or ${isNeeded(locale.code)} as needed
        from unnest(family.categories, family.ids, family.versions, family.everywhere)
          f(category, id, source_version, everywhere)
      ) f
      left join ${lookUpValue(projectId, locale.id, sql`f.id`)} v on true
    ) ${sql.raw(`l${locale.id}`)}`,
  );
  return sql`
    select k.id from translation_key k
    cross join lateral (
      select array_agg(c.category order by c.place) as categories,
             array_agg(f.id order by c.place) as ids,
             array_agg(f.source_version order by c.place) as versions,
             array_agg(f.plural_everywhere order by c.place) as everywhere
             ${keyLeaves.length === 0 ? sql`` : sql`, ${columnsOf(keyLeaves)}`}
      from unnest(${[...PLURAL_CATEGORIES]}::text[]) with ordinality c(category, place)
      left join ${lookUpForm(projectId)} f on ${isForm}
    ) family
    ${sql.join(locales, sql` `)}
    where ${keysOf(projectId, slice)} and k.plural_category = 'other' and ${predicate}`;
}

/** SQL that is true if the locale needs the plural form `f` of the key `k`. */
const isNeeded = (locale: string) => sql`
  f.category = any(case
    when k.plural_ordinal then ${[...pluralCategories(locale, 'ordinal')]}::text[]
    when k.plural_said = 'integer'
    then ${[...pluralCategories(locale, 'cardinal', 'integer')]}::text[]
    else ${[...pluralCategories(locale)]}::text[] end)`;

const columnsOf = (leaves: readonly RawBuilder<unknown>[]) =>
  sql.join(leaves.map((leaf, index) => sql`${leaf} as ${sql.raw(`c${index}`)}`));

/** SQL that looks up the plural form `f` of the key `k` by its name. */
export const lookUpForm = (projectId: ProjectId) =>
  lookUpName('translation_key', projectId, formName('k', sql`c.category`));

export const isForm = sql`(f.archived_at is null and f.plural_category = c.category)`;
