import { type Fault, LIMITS } from '@parlance/contracts';
import { CHECK_CODES, type CheckCode, findingsToMask, pluralCategories } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { fail } from '../../../errors.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import {
  getTranslationKey,
  updatedSinceOf,
  type ValueView,
  viewValues,
} from '../../content/index.ts';
import type { Page } from '../../kernel/index.ts';
import {
  type LocaleRow,
  type RowState,
  requireLocales,
  requireLocaleTag,
} from '../../project/index.ts';
import { listMissing, type MissingRow } from './missing-key.store.ts';
import {
  listValues,
  type ValueFilter,
  type ValuePage,
  type ValuePageQuery,
} from './value-list.store.ts';

export interface ValueQuery {
  limit?: number;
  cursor?: string;
  locale?: string;
  keyId?: string;
  state?: ValueState;
  origin?: ValueOrigin;
  outdated?: boolean;
  missing?: boolean;
  keyPrefix?: string;
  q?: string;
  updatedSince?: string;
  check?: string;
}

export interface MissingView extends MissingRow {
  text: null;
  locale: string;
}

const CURSOR = /^(\d{1,5}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const OF_VALUES = ['state', 'origin', 'outdated', 'updatedSince', 'check'] as const;

/**
 * Returns a page of the values of a project. `missing` selects keys without a value in a locale.
 * @throws `validation_failed`; `not_found` for a locale or a key that the project does not have
 */
export async function pageValues(
  db: Db,
  { project, locales: all }: RowState,
  query: ValueQuery,
  signal: AbortSignal,
): Promise<Page<ValueView | MissingView>> {
  const cursorParts = decodeCursor(query.cursor, CURSOR);
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const page: ValuePageQuery = {
    after: cursorParts && { localeId: Number(cursorParts[0]), keyId: cursorParts[1]! },
    limit,
    signal,
  };
  const filter = filterOf(query);
  const tag = query.locale === undefined ? null : requireLocaleTag(query.locale, 'query/locale');
  const locales = tag === null ? all : requireLocales(all, [tag]);
  if (query.keyId !== undefined) await getTranslationKey(db, project.id, query.keyId);
  const answer = (rows: (ValueView | MissingView)[], next: ValuePage<unknown>['next']) => ({
    rows,
    nextCursor: next && encodeCursor(`${next.localeId}:${next.keyId}`),
    limit,
  });
  if (query.missing) {
    const locale = requireMissingQuery(query, locales);
    const needed = {
      cardinal: pluralCategories(locale.code),
      integer: pluralCategories(locale.code, 'cardinal', 'integer'),
      ordinal: pluralCategories(locale.code, 'ordinal'),
    };
    const { rows, next } = await listMissing(db, project.id, locale.id, needed, filter, page);
    return answer(
      rows.map((row) => ({ ...row, text: null, locale: locale.code })),
      next,
    );
  }
  const scope = { ids: locales.map(({ id }) => id), sourceId: project.source_locale_id };
  const { rows, next } = await listValues(db, project.id, scope, filter, page);
  const codes = new Map(locales.map(({ id, code }) => [id, code]));
  return answer(await viewValues(db, project, codes, rows), next);
}

function filterOf({ updatedSince, check, ...query }: ValueQuery): ValueFilter {
  const { keyId, state, origin, outdated, keyPrefix, q } = query;
  const since = updatedSinceOf(updatedSince);
  const filter: ValueFilter = { keyId, state, origin, outdated, keyPrefix, q, updatedSince: since };
  if (check !== undefined) {
    if (!(CHECK_CODES as readonly string[]).includes(check)) {
      refuse('check', `must be one of ${CHECK_CODES.join(', ')}`);
    }
    filter.checkMask = findingsToMask([{ code: check as CheckCode }]);
  }
  return filter;
}

function requireMissingQuery(query: ValueQuery, locales: readonly LocaleRow[]): LocaleRow {
  if (query.locale === undefined) refuse('locale', 'is required with missing=true');
  for (const name of OF_VALUES) {
    if (query[name] !== undefined) refuse(name, 'cannot be combined with missing=true');
  }
  return locales[0]!;
}

function refuse(name: string, message: string): never {
  const errors: Fault[] = [{ path: `query/${name}`, message }];
  return fail('validation_failed', `query/${name} ${message}.`, { errors });
}
