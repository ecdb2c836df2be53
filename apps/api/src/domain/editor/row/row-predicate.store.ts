import { type CheckCode, findingsToMask } from '@parlance/messages';
import { type Condition, type Feature, type Status, timeRangeOf } from '@parlance/query';
import { type RawBuilder, sql } from 'kysely';
import { containsText, isLike } from '../../../db/statements/contains-text.ts';
import { countedFindingMask, foldKindsIn } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import { commentsOf, openOf, questionsOf } from '../../talk/index.ts';
import type { RowFilter } from './row-filter.ts';

/** SQL condition on a key `k`, or on a key and its value `v`. */
export type Leaf = (names: {
  k: string;
  v: string;
  /** True if the locale needs the plural form. Also true for a key without a family. */
  inLocale: RawBuilder<unknown>;
  translatable: RawBuilder<unknown>;
}) => RawBuilder<unknown>;

/**
 * Translates conditions to SQL, for keys without a family or for plural families. A plural family
 * meets a condition if one of its forms does.
 */
export interface RowKind {
  readonly isFamily: boolean;
  ofKey(leaf: Leaf): RawBuilder<unknown>;
  /**
   * Applies a condition to the values in a locale. `onlyNeeded` ignores plural forms that the
   * locale does not need.
   */
  ofValue(locale: LocaleRow, leaf: Leaf, onlyNeeded: boolean): RawBuilder<unknown>;
  /**
   * SQL that is true if a value in one of the locales meets the condition. Ignores plural forms
   * that the locale does not need.
   */
  ofAnyValue(locales: readonly LocaleRow[], leaf: Leaf): RawBuilder<unknown>;
}

const and = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
const or = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` or `)})`;
const negateIf = (isNegated: boolean, part: RawBuilder<unknown>) =>
  isNegated ? sql`(not ${part})` : part;

export function predicateOf(
  projectId: ProjectRef,
  filter: RowFilter,
  kind: RowKind,
): RawBuilder<unknown> {
  const { terms, locales } = filter.query;
  const parts: RawBuilder<unknown>[] = [];
  const onValues: ((locale: LocaleRow) => RawBuilder<unknown>)[] = [];
  const only = onlyValueLeaf(projectId, filter);
  for (const { condition, isNegated } of terms) {
    const leafIn = valueLeaf(projectId, filter, condition);
    if (leafIn === null) {
      parts.push(negateIf(isNegated, rowCondition(projectId, filter, condition, kind)));
    } else {
      const onlyNeeded = condition.field !== 'is';
      onValues.push((locale) =>
        negateIf(isNegated, kind.ofValue(locale, leafIn(locale), onlyNeeded)),
      );
    }
  }
  if (only !== null) {
    parts.push(kind.ofAnyValue(filter.asked, only.leaf));
    if (only.isOfTranslatable) parts.push(IS_TRANSLATABLE);
  } else if (onValues.length > 0) {
    const byLocale = filter.asked.map((locale) => and(onValues.map((part) => part(locale))));
    parts.push(locales === 'all' ? and(byLocale) : or(byLocale));
  }
  return and(parts);
}

/**
 * If the filter has exactly one condition on values, returns this condition, so that PostgreSQL can
 * start from the matching values. Returns null for other filters, and if a row with a missing value
 * could match.
 */
function onlyValueLeaf(
  projectId: ProjectRef,
  filter: RowFilter,
): { leaf: Leaf; isOfTranslatable: boolean } | null {
  const { terms, locales } = filter.query;
  const onValues = terms.filter(
    ({ condition }) => valueLeaf(projectId, filter, condition) !== null,
  );
  const [term] = onValues;
  if (locales === 'all' || onValues.length !== 1 || term!.isNegated) return null;
  const { condition } = term!;
  const statuses = condition.field === 'is' ? condition.anyOf : [];
  const isOfTranslatable = statuses.some((status) => STATES.has(status));
  if (statuses.some((status) => STATES.has(status) !== isOfTranslatable || OF_KEYS.has(status)))
    return null;
  return { leaf: valueLeaf(projectId, filter, condition)!(filter.asked[0]!), isOfTranslatable };
}

const OF_KEYS: ReadonlySet<Status> = new Set(['missing', 'outdated', 'untranslatable', 'question']);

/**
 * The states that a value can have. A filter by these states does not find values of untranslatable
 * keys, because such values need no work.
 */
const STATES: ReadonlySet<Status> = new Set(['needs-review', 'translated', 'reviewed']);

/** SQL that is true if the key of a row `k` is translatable. */
export const IS_TRANSLATABLE = sql`k.translatable`;

function rowCondition(
  projectId: ProjectRef,
  filter: RowFilter,
  condition: Condition,
  kind: RowKind,
): RawBuilder<unknown> {
  const contains =
    (text: string): Leaf =>
    ({ v }) =>
      containsText(sql.ref(`${v}.text`), text, { ...filter.query, kinds: foldKindsIn(v) });
  switch (condition.field) {
    case 'text': {
      const inName: Leaf = ({ k }) =>
        containsText(sql.ref(`${k}.name`), condition.text, filter.query);
      const locales = new Set([filter.source, ...filter.asked]);
      const inTexts = [...locales].map((locale) =>
        kind.ofValue(locale, contains(condition.text), false),
      );
      return or([kind.ofKey(inName), ...inTexts]);
    }
    case 'source':
      return kind.ofValue(filter.source, contains(condition.text), false);
    case 'locale':
      return kind.ofValue(filter.named.get(condition.locale)!, contains(condition.text), false);
    case 'key':
      return kind.ofKey(({ k }) =>
        isLike(
          [sql.ref(`${k}.name`), sql.ref(`${k}.plural_family`)],
          condition.pieces,
          filter.query,
        ),
      );
    case 'tag':
      return kind.ofKey(({ k }) => sql`${sql.ref(`${k}.tags`)} && ${condition.anyOf}::text[]`);
    case 'has':
      return or(condition.anyOf.map((feature) => hasFeature(projectId, filter, feature, kind)));
    default:
      throw new TypeError(`${condition.field} is a condition on values`);
  }
}

function hasFeature(
  projectId: ProjectRef,
  { asked }: RowFilter,
  feature: Feature,
  kind: RowKind,
): RawBuilder<unknown> {
  switch (feature) {
    case 'plural':
      return sql`${kind.isFamily}::boolean`;
    case 'description':
      return kind.ofKey(({ k }) => sql`${sql.ref(`${k}.description`)} <> ''`);
    case 'comment':
      return kind.ofKey(
        ({ k }) =>
          sql`exists (${commentsOf(
            projectId,
            sql.ref(`${k}.id`),
            asked.map(({ id }) => id),
          )})`,
      );
    case 'proposal':
      return kind.ofKey(
        ({ k }) =>
          sql`exists (${openOf(
            projectId,
            sql.ref(`${k}.id`),
            asked.map(({ id }) => id),
          )})`,
      );
  }
}

function valueLeaf(
  projectId: ProjectRef,
  { source, query, errorChecks }: RowFilter,
  condition: Condition,
): ((locale: LocaleRow) => Leaf) | null {
  switch (condition.field) {
    case 'is':
      return (locale) => (names) =>
        or(
          condition.anyOf.map((status) =>
            status === 'failing'
              ? sql`(${names.inLocale} and ${hasFinding(names.v, errorChecks)})`
              : status === 'question'
                ? sql`(${names.inLocale} and exists (${questionsOf(projectId, sql.ref(`${names.k}.id`), locale.id)}))`
                : hasStatus(status, names, locale.id === source.id),
          ),
        );
    case 'check': {
      const mask = findingsToMask(condition.anyOf.map((code) => ({ code: code as CheckCode })));
      return () =>
        ({ v }) =>
          hasFinding(v, mask);
    }
    case 'origin':
      return () =>
        ({ v }) =>
          sql`${sql.ref(`${v}.origin`)} = any(${condition.anyOf}::value_origin[])`;
    case 'by':
      return () =>
        ({ v }) =>
          // PostgreSQL may scan all of a small `change` table, so a missing value is excluded first.
          sql`(${sql.ref(`${v}.change_id`)} is not null and (
        select ${containsText(sql`c.actor_name`, condition.text, query)} from change c
        where c.project_id = ${projectId}::uuid and c.id = ${sql.ref(`${v}.change_id`)}))`;
    case 'changed': {
      const { from, before } = timeRangeOf(condition.comparison, condition.time)!;
      const bound = (ms: number) => sql`${new Date(ms)}::timestamptz`;
      return () =>
        ({ v }) => {
          const at = sql.ref(`${v}.updated_at`);
          return and([
            ...(from === null ? [] : [sql`${at} >= ${bound(from)}`]),
            ...(before === null ? [] : [sql`${at} < ${bound(before)}`]),
          ]);
        };
    }
    case 'change':
      return () =>
        ({ v }) =>
          sql`${sql.ref(`${v}.change_id`)} in (
        select ${condition.id}::uuid
        union all
        select c.id from change c
        where c.project_id = ${projectId}::uuid and c.parent_id = ${condition.id}::uuid)`;
    case 'length':
      return () =>
        ({ v }) =>
          sql`char_length(${sql.ref(`${v}.text`)}) ${sql.raw(condition.comparison)} ${condition.length}::int`;
    default:
      return null;
  }
}

const hasFinding = (v: string, mask: bigint) => {
  const checks = sql.ref(`${v}.checks`);
  return sql`(${checks} <> 0 and ${countedFindingMask(v)} & ${mask}::bigint <> 0)`;
};

function hasStatus(
  status: Exclude<Status, 'failing' | 'question'>,
  { k, v, inLocale, translatable }: Parameters<Leaf>[0],
  isSource: boolean,
): RawBuilder<unknown> {
  switch (status) {
    case 'missing':
      return sql`(${inLocale} and ${translatable} and ${sql.ref(`${v}.key_id`)} is null)`;
    case 'untranslatable':
      // Uses no column of the plural forms: SQL would assign their aggregate to the surrounding statement.
      return sql`(${inLocale} and not ${IS_TRANSLATABLE})`;
    case 'outdated':
      return isSource
        ? sql`false`
        : sql`(${translatable} and ${sql.ref(`${v}.source_version`)} <> ${sql.ref(`${k}.source_version`)})`;
    default:
      return sql`(${inLocale} and ${translatable}
        and ${sql.ref(`${v}.state`)} = ${status.replace('-', '_')}::value_state)`;
  }
}
